"""Alpha Strike: the rules, one small named function each, behind one object, ``battle.Battle``."""

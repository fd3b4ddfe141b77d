"""How the tactical player of BattleTroops thinks."""

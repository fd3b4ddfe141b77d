"""Players of BattleTroops that are programs."""

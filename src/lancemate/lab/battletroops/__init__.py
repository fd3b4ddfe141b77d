"""Many battles of BattleTroops."""

"""What the server shows, tells and asks of BattleTroops."""

"""'Mechs and vehicles among soldiers (pp. 24-34), with what their rules borrow from BattleTech."""

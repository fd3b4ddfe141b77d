"""BattleTroops: man-to-man combat on a lattice of dots."""

"""Advanced buildings (pp. 138-139): weapons on roofs and in walls, armor on both."""

"""Advanced terrain (pp. 136-137): woods and jungle of three densities, deep water and rapids."""

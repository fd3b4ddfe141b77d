"""Advanced artillery (pp. 151-153): shells from beyond the table, or from far away on it, in flight for turns."""

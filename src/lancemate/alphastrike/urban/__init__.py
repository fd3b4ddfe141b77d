"""Buildings (pp. 56, 72-74): what they bear and what their fall does."""

"""Combat (pp. 40-48): who may attack whom with what, the target number, and how an attack is carried out."""

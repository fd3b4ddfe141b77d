"""Boarding actions (pp. 67-68): from the grapple to the capture of a ship."""

"""The workshop of this package: how its kernels become machine code."""

from __future__ import annotations

from lancemate.kernel.machine_code import Workshop

WORKSHOP = Workshop(__file__, "kernels*.py", "layout.py", "lattice_layout.py", "exactness.py")
kernel = WORKSHOP.kernel
kernel_of = WORKSHOP.kernel_of
exported = WORKSHOP.exported

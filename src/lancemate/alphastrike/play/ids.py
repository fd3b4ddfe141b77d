"""What texts in the state, in orders and in events name. All are texts at run time; the types keep them apart.

The gate for knowledge (asking/knowledge.py) reads them: an event is about the units that its ``UnitId`` fields name.
"""

from typing import Annotated

from lancemate.kernel.naming import Names, RuleId, Sentence, SideId, UnitId, Word

__all__ = ["GroupId", "ObjectiveId", "RuleId", "Sentence", "SideId", "TerrainId", "UnitId", "Word"]

TerrainId = Annotated[str, Names("terrain")]
GroupId = Annotated[str, Names("group")]  # a lance, Star or Point that moves together
ObjectiveId = Annotated[str, Names("objective")]  # a marker, a flag, a building, or what is kept of a unit

"""What texts in the state, in orders and in events name. All are texts at run time; the types keep them apart.

The gate for knowledge (asking/knowledge.py) reads them: an event is about the units that its ``UnitId`` fields name.
"""

from typing import Annotated

from lancemate.kernel.naming import Names

UnitId = Annotated[str, Names("unit")]
SideId = Annotated[str, Names("side")]
TerrainId = Annotated[str, Names("terrain")]
GroupId = Annotated[str, Names("group")]  # a lance, Star or Point that moves together
ObjectiveId = Annotated[str, Names("objective")]  # a marker, a flag, a building, or what is kept of a unit
RuleId = Annotated[str, Names("rule")]
Word = Annotated[str, Names("word")]  # one of a few: a mode, a kind, an ability, a code
Sentence = Annotated[str, Names("sentence")]  # for people; it speaks of no unit that the other fields do not name

"""The tactical player: it weighs what it could do against what it would suffer for it, one exchange ahead.

Rooms: what units are worth (worth), what one does to another at any range (fire), who sees whom from where (lines),
where a unit could stand (places), how good that is (judging) and what it does for the scenario (objectives); riding
along (rides), running into enemies (rushes), and all that put together (moves); single attacks (shots), artillery
(shells), and what all attacks of a side come to (exchange).
"""

"""The tactical player: it weighs what it could do against what it would suffer for it, one exchange ahead.

Rooms: what units are worth (worth), what one does to another at any range (fire), who sees whom from where (lines),
where a unit could stand (places), how good that is (judging), and then moves, shots and the rest of a turn.
"""

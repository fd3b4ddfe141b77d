"""Fire and smoke (pp. 166-168): how fires start, spread and end, what they do, who puts them out, where smoke goes.

Other modules need ``areas.py`` alone: it lays fires and smoke on the table.
"""

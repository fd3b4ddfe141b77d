"""Greek and Cyrillic letters in Latin ones, for pages whose font has none of them: a name stays readable."""

from __future__ import annotations

from typing import Final

SMALL: Final = {
    **{"α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i", "κ": "k", "λ": "l"},
    **{"μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t", "υ": "y", "φ": "f"},
    **{"χ": "ch", "ψ": "ps", "ω": "o"},
    **{"а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i"},
    **{"й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u"},
    **{"ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e"},
    **{"ю": "yu", "я": "ya"},
    **{"ѣ": "e", "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ў": "u", "ђ": "dj", "ј": "j", "љ": "lj", "њ": "nj"},
    **{"ћ": "ch", "џ": "dzh", "ѕ": "dz", "ѓ": "gj", "ќ": "kj"},
}
ROMANIZED: Final = SMALL | {letter.upper(): latin.capitalize() for letter, latin in SMALL.items() if letter != "ς"}

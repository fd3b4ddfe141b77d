// The Skills there are: from the best to the worst.
export const BEST_SKILL = 0;
export const WORST_SKILL = 8;

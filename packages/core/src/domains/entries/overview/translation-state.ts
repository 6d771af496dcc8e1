/** How a translation compares with its source: there's none, the source has changed since, or neither. */
export const TRANSLATION_STATES = ['missing', 'outdated', 'current'] as const;
/** Filters of lists: states, and texts that a machine translated and no one has checked. */
export const TRANSLATION_FILTERS = [...TRANSLATION_STATES, 'unchecked'] as const;
export type TranslationFilter = (typeof TRANSLATION_FILTERS)[number];
export type TranslationState = (typeof TRANSLATION_STATES)[number];

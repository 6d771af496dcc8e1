/** How a translation compares with its source: there's none, the source has changed since, or neither. */
export const TRANSLATION_STATES = ['missing', 'outdated', 'current'] as const;
export type TranslationState = (typeof TRANSLATION_STATES)[number];

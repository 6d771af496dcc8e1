/** What sites with videos call themselves, in every language. */
export const PROVIDER_NAMES: Readonly<Record<string, string>> = { youtube: 'YouTube', vimeo: 'Vimeo' };

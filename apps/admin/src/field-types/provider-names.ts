/** Names of sites with videos, the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<string, string>> = { youtube: 'YouTube', vimeo: 'Vimeo' };

/** Colours of people. White text on them, and they on both backgrounds, have the contrasts that WCAG AA asks for. */
export const PERSON_COLOURS = [
  '#0f766e',
  '#2563eb',
  '#7c3aed',
  '#b02abf',
  '#c9184a',
  '#c2410c',
  '#9a6a00',
  '#15803d',
] as const;

/** A person's colour: the same everywhere. */
export function colourOf(personId: string): string {
  let sum = 0;
  for (const letter of personId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return PERSON_COLOURS[sum % PERSON_COLOURS.length] as string;
}

/** The first letters of a name: of its first word and its last. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

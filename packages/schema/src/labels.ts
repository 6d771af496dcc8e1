/** A label for a key: `published_at` and `publishedAt` → `Published at`. Abbreviations keep their capitals. */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[_ ]+/)
    .map((word) => (/^[A-Z][a-z]/.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word))
    .join(' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A label that someone chose; null for the one that is made from the key. */
export function givenLabel(name: string, text: string): string | null {
  return text === labelOf(name) ? null : text;
}

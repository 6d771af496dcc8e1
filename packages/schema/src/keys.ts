/** The form of the keys of collections, fields and blocks. */
export const KEY_PATTERN = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;

/** The message for a wrong key, with one that could be written instead. */
export function keyMessage(found: unknown): string {
  if (typeof found !== 'string') return `A key is a text, such as "publishedAt". Found ${kindOf(found)}.`;
  const rule = 'A key has letters, digits and underscores, at most 64, and begins with a letter.';
  const suggestion = keyLike(found);
  return `${rule} Found "${found.slice(0, 80)}"${suggestion === null ? '' : `; write "${suggestion}"`}.`;
}

/** A key made from a text; null when none can be. */
function keyLike(text: string): string | null {
  const words = text
    .slice(0, 200)
    .normalize('NFD')
    .replace(/\p{Mn}+/gu, '')
    .split(/[^a-zA-Z0-9_]+/)
    .filter((word) => word !== '');
  const joined = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  const key = joined.replace(/^[^a-zA-Z]+/, '').slice(0, 64);
  return KEY_PATTERN.test(key) ? key : null;
}

/** The kind of a value, in words. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

import type { Path } from './issues.ts';

/** The names of the parts of a schema document, by the name of the list that holds them. */
const PARTS: Readonly<Record<string, string>> = {
  collections: 'collection',
  fields: 'field',
  types: 'block',
};

/**
 * Names a place of a schema document by keys instead of positions: `posts.pubDate`, with the option in parentheses, as in
 * `posts.pubDate (max)`.
 *
 * @param document the schema document as it was given, whatever it is
 */
export function placeName(document: unknown, path: Path): string {
  const names: string[] = [];
  const rest: string[] = [];
  let value = document;
  for (let index = 0; index < path.length; index++) {
    const step = path[index] ?? '';
    // References name collections too, further in.
    const part = step === 'collections' && index > 0 ? undefined : PARTS[String(step)];
    const position = path[index + 1];
    if (part !== undefined && typeof position === 'number' && rest.length === 0) {
      value = within(within(value, step), position);
      const key = within(value, 'key');
      names.push(typeof key === 'string' && key !== '' ? key : `${part} ${position + 1}`);
      index++;
      continue;
    }
    value = within(value, step);
    // A list's items have no name of their own.
    if (step !== 'of' || rest.length > 0) rest.push(String(step));
  }
  const option = rest.filter((step, index) => index > 0 || step !== 'key').join('.');
  if (names.length === 0) return option;
  return option === '' ? names.join('.') : `${names.join('.')} (${option})`;
}

function within(value: unknown, step: string | number): unknown {
  if (value === null || typeof value !== 'object') return undefined;
  return Object.hasOwn(value, step) ? (value as Record<string | number, unknown>)[step] : undefined;
}

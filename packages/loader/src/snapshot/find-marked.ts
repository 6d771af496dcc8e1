import { checkEntry, checkList, parseJson } from '../shapes.ts';

/** How a preview's mark begins, in UTF-8: a zero-width non-joiner, and a part of a variation selector. */
const BEGIN = Buffer.from('e2808cefb8', 'hex');

/**
 * Looks for a preview's mark in a chunk.
 *
 * @returns says which entry and field holds it; null when none does
 * @throws ShapeError for what is no chunk
 */
export function findMarked(body: Uint8Array): string | null {
  if (!Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(BEGIN)) return null;
  for (const entry of checkList(parseJson(body), 'a chunk')) {
    checkEntry(entry);
    for (const [field, value] of Object.entries(entry.values))
      if (Buffer.from(JSON.stringify(value)).includes(BEGIN))
        return `the field ${field} of ${entry.id} holds a mark of a preview. Open the entry, save the field again, and publish it.`;
  }
  return null;
}

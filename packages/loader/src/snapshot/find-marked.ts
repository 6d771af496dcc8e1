import { isMarked } from '@stele/schema';
import { checkEntry, checkList, parseJson } from '../format/shapes.ts';

/** How the characters of a preview's mark begin, in UTF-8. Few texts have any of them, so most chunks needn't be read. */
const BEGIN = Buffer.from('efb8', 'hex');

/**
 * Looks for a preview's mark in a chunk.
 *
 * @returns says which entry and field holds it; null when none does
 * @throws ShapeError for bytes that are no chunk
 */
export function findMarked(body: Uint8Array): string | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!bytes.includes(BEGIN) || !isMarked(bytes.toString())) return null;
  for (const entry of checkList(parseJson(body), 'a chunk')) {
    checkEntry(entry);
    for (const [field, value] of Object.entries(entry.values))
      if (isMarked(JSON.stringify(value)))
        return `the field ${field} of ${entry.id} holds a mark of a preview. Open the entry, save the field again, and publish it.`;
  }
  return null;
}

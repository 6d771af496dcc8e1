/** Functions that pass on changes which editors of rich text delay during typing. */
const held = new Set<() => void>();

/**
 * Registers an editor that holds changes back.
 *
 * @param flush hands them on at once
 * @returns unregisters it
 */
export function holdRichtext(flush: () => void): () => void {
  held.add(flush);
  return () => held.delete(flush);
}

/**
 * Has every editor of rich text on the screen call its `onChange` with what was typed last, at once and not some
 * 200 ms later. Call it before values are read to be saved, published or compared.
 */
export function flushRichtext(): void {
  for (const flush of held) flush();
}

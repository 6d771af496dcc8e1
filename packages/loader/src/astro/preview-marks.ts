/** On globalThis, since a bundler may load this module several times in one process. */
const KEY = Symbol.for('stele.astro.marks');
const global = globalThis as { [KEY]?: boolean };

/** Says whether pages listen to the editor that shows them, so that drafts for them name their fields. */
export function markPreviews(isListening: boolean): void {
  global[KEY] = isListening;
}

/** Whether drafts have marks where neither an option nor a variable says so. */
export function marksPreviews(): boolean {
  return global[KEY] ?? false;
}

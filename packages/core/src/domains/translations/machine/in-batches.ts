/** Cuts texts into batches that a request takes. A text that is too long is a batch of its own. */
export function* inBatches(
  texts: readonly string[],
  most: { readonly texts: number; readonly characters: number },
): Generator<readonly string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const text of texts) {
    if (batch.length > 0 && (batch.length >= most.texts || characters + text.length > most.characters)) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

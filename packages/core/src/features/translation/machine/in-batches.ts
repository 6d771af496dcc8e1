import pLimit from 'p-limit';

/** The most that one request takes. */
interface BatchSize {
  readonly texts: number;
  readonly characters: number;
}

/** Requests of one translation that are under way at the same time. */
const AT_ONCE = 4;

/** Has texts translated in batches that a request takes. A text that is too long is a batch of its own. */
export async function inBatches(
  texts: readonly string[],
  most: BatchSize,
  translate: (some: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const limit = pLimit(AT_ONCE);
  const done = await Promise.all(Array.from(cut(texts, most), (some) => limit(translate, some))).catch(
    (error: unknown) => {
      // Batches that weren't sent yet needn't be paid for.
      limit.clearQueue();
      throw error;
    },
  );
  return done.flat();
}

function* cut(texts: readonly string[], most: BatchSize): Generator<readonly string[]> {
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

/** Undoes what a benchmark sets up, the last thing first, whether or not the benchmark succeeds. */
export async function withCleanUp<Result>(
  work: (later: (undo: () => Promise<unknown>) => void) => Promise<Result>,
): Promise<Result> {
  const undos: (() => Promise<unknown>)[] = [];
  try {
    return await work((undo) => undos.push(undo));
  } finally {
    for (const undo of undos.reverse()) {
      await undo().catch((error: unknown) => console.error('Cleaning up failed:', error));
    }
  }
}

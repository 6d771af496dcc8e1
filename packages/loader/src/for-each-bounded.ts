/**
 * Runs some work for each item, a few at a time. After a failure nothing more is begun; what's under way is waited for,
 * so that nothing goes on in the background.
 *
 * @throws the first failure
 */
export async function forEachBounded<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  let failure: { readonly error: unknown } | null = null;
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      if (failure) return;
      try {
        await work(item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (failure) throw (failure as { readonly error: unknown }).error;
}

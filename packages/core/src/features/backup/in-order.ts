/**
 * Works on several items at once, and yields the results in the order of the items. No more than `atOnce` wait.
 *
 * @throws what `work` or the source throws
 */
export async function* inOrder<Item, Result>(
  source: AsyncIterable<Item> | Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for await (const item of source) {
    const begun = work(item);
    // The work is awaited in its turn: until then, a failure isn't unhandled.
    begun.catch(() => undefined);
    running.push(begun);
    const first = running.length >= atOnce ? running.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const rest of running) yield await rest;
}

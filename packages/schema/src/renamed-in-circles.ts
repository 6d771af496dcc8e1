interface Renamed {
  readonly key: string;
  readonly renamed_from?: string;
}

/**
 * Circles of items whose former keys are each other's keys. When such a schema is pushed twice, nothing tells what has moved already.
 *
 * @returns of each circle the keys, from the first item on
 */
export function renamedInCircles(items: readonly Renamed[]): string[][] {
  const former = new Map(items.map(({ key, renamed_from }) => [key, renamed_from]));
  const seen = new Set<string>();
  return items.flatMap(({ key: start }) => {
    const walked = new Set<string>();
    let key: string | undefined = start;
    while (key !== undefined && !seen.has(key)) {
      seen.add(key);
      walked.add(key);
      key = former.get(key);
    }
    if (key === undefined || !walked.has(key)) return [];
    const keys = [...walked];
    const circle = keys.slice(keys.indexOf(key));
    return circle.length > 1 ? [circle] : [];
  });
}

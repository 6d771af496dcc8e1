/** Keys of both lists whose order among them differs, in their new order. */
export function inAnotherOrder(was: readonly { key: string }[], now: readonly { key: string }[]): string[] {
  const keysOf = (list: readonly { key: string }[], others: readonly { key: string }[]): string[] => {
    const known = new Set(others.map(({ key }) => key));
    return list.map(({ key }) => key).filter((key) => known.has(key));
  };
  const before = keysOf(was, now);
  return keysOf(now, was).filter((key, index) => key !== before[index]);
}

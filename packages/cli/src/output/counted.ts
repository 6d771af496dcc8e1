/** A number with its noun, in the singular for one: `1 entry`, `420 entries`. @param many the plural; the noun with an s unless given */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A name in PascalCase, as components have them: of `entry.not_found` EntryNotFound. */
export function inPascalCase(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
}

/** What the core reads of a request's header fields; names are in lower case. */
export interface HeaderReader {
  get(name: string): string | null;
  has(name: string): boolean;
}

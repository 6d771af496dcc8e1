/** Reads headers of a request; names are in lower case. */
export interface HeaderReader {
  get(name: string): string | null;
  has(name: string): boolean;
}

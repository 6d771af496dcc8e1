/** A page that a change moves, with its path before and after it; null for none. */
export interface MovedPath {
  readonly entryId: string;
  readonly locale: string;
  readonly from: string | null;
  readonly to: string | null;
}

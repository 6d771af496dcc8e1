/** Which snapshot is live, according to one source. */
export interface Pointer {
  readonly snapshotId: string;
  readonly publishedAt: string;
  /** Ledger sequence of the change that made it live: the higher one is the newer pointer. */
  readonly sequence: number;
  /** SHA-256 of the manifest's bytes; null when the source doesn't say. */
  readonly manifestSha256: string | null;
  /** Address of the content host. */
  readonly contentUrl: string;
}

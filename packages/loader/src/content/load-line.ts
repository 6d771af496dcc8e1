/** What a load did, in the one form that such lines have. */
export function loadLine(load: {
  readonly name: string;
  readonly entries: number;
  readonly snapshotId: string | null;
  readonly fetched: number;
  readonly chunks: number;
  readonly source: string;
}): string {
  const { name, entries, snapshotId, fetched, chunks, source } = load;
  const from = source === 'api' ? 'API' : source;
  return `${name} ${entries} entries, snapshot ${snapshotId ?? 'none'}, ${fetched} of ${chunks} chunks fetched, from ${from}`;
}

const KEY = 'stele-last-list';

/** Keeps the address of a list, with its filters, for the way back from an entry. */
export function rememberList(projectId: string, collection: string | null, search: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ projectId, collection, search }));
  } catch {
    // Then the way back leads to the list without its filters.
  }
}

/** Address of the list to return to from an entry: as it was left, when the entry may have been in it. */
export function listAddress(projectId: string, collection: string): string {
  const plain = `/projects/${projectId}/entries?collection=${encodeURIComponent(collection)}`;
  if (typeof sessionStorage === 'undefined') return plain;
  try {
    const last = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      projectId: string;
      collection: string | null;
      search: string;
    } | null;
    if (last?.projectId !== projectId || (last.collection !== null && last.collection !== collection)) return plain;
    return `/projects/${projectId}/entries${last.search}`;
  } catch {
    return plain;
  }
}

let last: { readonly projectId: string; readonly search: string } | null = null;

/** Keeps the address of the library, with its filters, for the way back from a file. */
export function rememberLibrary(projectId: string, search: string): void {
  last = { projectId, search };
}

/** Address of the library, as it was left. */
export function libraryAddress(projectId: string): string {
  return `/projects/${projectId}/media${last?.projectId === projectId ? last.search : ''}`;
}

/** What the loader needs of an answer. */
export interface ResponseLike {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: {
    getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> };
  } | null;
}

/** What the loader asks `fetch` for. */
export interface RequestLike {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly cache?: 'reload';
}

/** A function that does what the platform's `fetch` does. */
export type FetchLike = (url: string, init: RequestLike) => Promise<ResponseLike>;

/** The parts of an answer that the loader uses. */
export interface ResponseLike {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: {
    getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> };
  } | null;
}

/** The options that the loader gives to `fetch`. */
export interface RequestLike {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
  readonly cache?: 'reload';
}

/** A function that does what the platform's `fetch` does. */
export type FetchLike = (url: string, init: RequestLike) => Promise<ResponseLike>;

/** An answer, as received. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}
/** A request that `fetch` can't send: from another loopback address, with any header, to any path. */
export interface RawRequest {
  readonly method?: string;
  /** An address within 127.0.0.0/8. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}
/** Sends a request. @param path is sent unchanged */
export declare function rawRequest(
  url: string,
  path: string,
  { method, from, headers, body }?: RawRequest,
): Promise<RawAnswer>;

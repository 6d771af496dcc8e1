/** What the core reads of a request's header fields; names are in lower case. */
export interface HeaderReader {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** A REST request as the handler takes it, whichever server received it. */
export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: HeaderReader;
  /** Null when there is none. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** A REST answer as the handler gives it. */
export interface RestAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** The same for servers that speak the Fetch API. */
export function toRestRequest(request: Request): RestRequest {
  const { pathname, searchParams } = new URL(request.url);
  return { method: request.method, path: pathname, query: searchParams, headers: request.headers, body: request.body };
}

/** An answer for servers that speak the Fetch API. */
export function toResponse({ status, headers, body }: RestAnswer): Response {
  return new Response(body, { status, headers });
}

export { acceptsEncoding, chooseEncoding, type Encoding } from './accept-encoding.ts';
export type { BrokenRequest } from './broken-requests.ts';
export { isKnown, rangeHolds } from './conditional.ts';
export { HttpServer, type HttpServerOptions } from './http-server.ts';

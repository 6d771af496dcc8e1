import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The start page and the API's reference, served by Next, which is loaded when somebody first asks for one of them. */
export class Pages {
  readonly #address: { readonly host: string; readonly port: number };
  #serving: Promise<Serve> | undefined;

  constructor(address: { readonly host: string; readonly port: number }) {
    this.#address = address;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#serving ??= this.#prepare();
    const serve = await this.#serving;
    await serve(request, response);
  }

  async #prepare(): Promise<Serve> {
    const { default: next } = await import('next');
    const { host: hostname, port } = this.#address;
    const pages = next({ dev: false, dir: path.join(import.meta.dirname, '..'), hostname, port });
    await pages.prepare();
    return pages.getRequestHandler();
  }
}

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LooseBody } from './api-client.ts';

/** A request that a service got. */
interface RecordedService {
  readonly method: string;
  readonly path: string;
  readonly body: LooseBody;
}

/**
 * A service on a port of its own that answers as DeepL and as a language model do, by the documents of both. Words are put into
 * brackets, terms of a glossary are replaced.
 */
export class TranslationPeer {
  readonly #server: Server;
  readonly asked: RecordedService[] = [];
  url = '';
  readonly key = 'the-key-of-tests';
  /** Answers with it instead of a translation, as often as it's named. */
  failures: number[] = [];
  /** Changes each translated text. */
  spoil: (text: string) => string = (text) => text;
  /** Runs before it answers. */
  before: () => Promise<void> = async () => undefined;
  #glossaries: { glossary_id: string; name: string; entries: string }[] = [];

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(({ status, body }) => {
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(body === null ? '' : JSON.stringify(body));
      });
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  get glossaries(): readonly string[] {
    return this.#glossaries.map(({ name }) => name);
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const { method = '', url: path = '' } = request;
    const body = text === '' ? null : JSON.parse(text);
    this.asked.push({ method, path, body });
    const { authorization } = request.headers;
    const isAllowed = [`DeepL-Auth-Key ${this.key}`, `Bearer ${this.key}`].includes(authorization ?? '');
    if (!isAllowed) return { status: 403, body: { message: 'Forbidden' } };
    const failure = this.failures.shift();
    if (failure !== undefined) return { status: failure, body: { message: 'Busy' } };
    await this.before();
    if (path === '/v2/translate') {
      const terms = this.#glossaries.find(({ glossary_id: id }) => id === body.glossary_id)?.entries ?? '';
      return { status: 200, body: { translations: body.text.map((one: string) => ({ text: this.#say(one, terms) })) } };
    }
    if (path === '/v2/glossaries' && method === 'GET') return { status: 200, body: { glossaries: this.#glossaries } };
    if (path === '/v2/glossaries') {
      const made = { glossary_id: `g${this.asked.length}`, name: body.name, entries: body.entries };
      this.#glossaries.push(made);
      return { status: 201, body: made };
    }
    if (path.startsWith('/v2/glossaries/') && method === 'DELETE') {
      this.#glossaries = this.#glossaries.filter(({ glossary_id: id }) => `/v2/glossaries/${id}` !== path);
      return { status: 204, body: null };
    }
    if (path === '/v1/chat/completions') {
      const { texts } = JSON.parse(body.messages[1].content) as { texts: string[] };
      const content = JSON.stringify({ translations: texts.map((one) => this.#say(one, '')) });
      return {
        status: 200,
        body: { choices: [{ message: { role: 'assistant', content: `\`\`\`json\n${content}\n\`\`\`` } }] },
      };
    }
    return { status: 404, body: { message: 'Not found' } };
  }

  #say(text: string, terms: string): string {
    const replaced = terms.split('\n').reduce((all, line) => {
      const [term = '', translation = ''] = line.split('\t');
      return term === '' ? all : all.replaceAll(term, translation);
    }, text);
    return this.spoil(replaced.replace(/(?<=^|>)[^<>]*[^<>\s][^<>]*(?=$|<)/g, (words) => `[${words.trim()}]`));
  }
}

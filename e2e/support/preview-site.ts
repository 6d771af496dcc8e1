import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Values } from './project.ts';

/** What the website needs to read drafts, and to be shown. */
interface SiteOptions {
  readonly api: string;
  readonly admin: string;
  readonly projectId: string;
  readonly token: string;
  readonly collection: string;
}

interface DraftEntry {
  readonly id: string;
  readonly values: Values;
}

const SCRIPT = readFileSync(new URL('../../packages/loader/dist/preview.js', import.meta.url), 'utf8');

/**
 * A website of plain HTML that reads drafts for each request: `/LOCALE/notes/SLUG` shows a note, `/plain/…` the same without the
 * preview script, and `/closed/…` with a header that forbids frames.
 */
export class PreviewSite {
  readonly #options: SiteOptions;
  readonly #server: Server;
  url = '';

  constructor(options: SiteOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => {
      this.#answer(new URL(request.url ?? '/', 'http://localhost'), response).catch((error: Error) => {
        response.writeHead(500).end(error.message);
      });
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, 'localhost', resolve));
    this.url = `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer({ pathname }: URL, response: ServerResponse): Promise<void> {
    if (pathname === '/preview.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
      return;
    }
    const [, kind, locale = 'en', slug] = /^(?:\/(plain|closed))?\/(\w+)\/notes\/(.+)$/.exec(pathname) ?? [];
    const entries = await this.#drafts(locale);
    const entry = entries.find(({ values }) => values.slug === slug);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(kind === 'closed' && { 'x-frame-options': 'DENY' }),
    };
    const script = `<script type="module">import { connectPreview } from '/preview.js';connectPreview({ admin: '${this.#options.admin}' });</script>`;
    const body = entry ? pageOf(entry, entries, locale) : '<h1>Not found</h1>';
    const html = `<!doctype html><html lang="${locale}"><title>Site</title><body>${body}${kind === 'plain' ? '' : script}`;
    response.writeHead(entry ? 200 : 404, headers).end(html);
  }

  async #drafts(locale: string): Promise<readonly DraftEntry[]> {
    const { api, projectId, token, collection } = this.#options;
    const answer = await fetch(`${api}/v1/projects/${projectId}/drafts/${collection}.${locale}.json`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await answer.json()) as { entries: DraftEntry[] }).entries;
  }
}

function pageOf({ id, values }: DraftEntry, entries: readonly DraftEntry[], locale: string): string {
  const field = (entry: string, path: string): string => `data-stele="${entry}:${path}@${locale}"`;
  const facts = (values.facts ?? []) as readonly { text: string }[];
  const next = entries.find((one) => one.id === (values.next as { id: string } | null)?.id);
  return [
    `<h1 ${field(id, 'title')}>${values.title}</h1>`,
    `<p id="day" ${field(id, 'day')}>${values.day ? `on ${values.day}` : ''}</p>`,
    `<ul>${facts.map(({ text }, index) => `<li ${field(id, `facts.${index}.text`)}>${text}</li>`).join('')}</ul>`,
    `<article ${field(id, 'body')} style="padding-bottom:200vh">${values.body ?? ''}</article>`,
    next ? `<a href="/${locale}/notes/${next.values.slug}" ${field(next.id, 'title')}>${next.values.title}</a>` : '',
  ].join('');
}

import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { rolldown } from 'rolldown';
import type { Values } from './project.ts';

/** Settings that a website needs to read drafts and to be previewed. */
interface SiteOptions {
  readonly api: string;
  readonly admin: string;
  readonly projectId: string;
  readonly token: string;
  readonly collection: string;
}

interface DraftEntry {
  readonly id: string;
  readonly locale?: string;
  readonly values: Values;
}

const SCRIPT = readFileSync(new URL('../../packages/loader/dist/preview.js', import.meta.url), 'utf8');

/**
 * A website of plain HTML that reads drafts for each request: `/LOCALE/notes/SLUG` shows a note, `/plain/…` the same without the
 * preview script, and `/closed/…` with a header that forbids frames. `/marked/…` has no attributes: its texts name their fields by
 * marks, and so do those of `/react/…`, which React renders in the browser.
 */
export class PreviewSite {
  readonly #options: SiteOptions;
  readonly #server: Server;
  url = '';
  #react: Promise<string> | null = null;

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

  async #answer({ pathname, search }: URL, response: ServerResponse): Promise<void> {
    if (pathname === '/preview.js' || pathname === '/react.js') {
      this.#react ??= bundleReact();
      const script = pathname === '/react.js' ? await this.#react : SCRIPT;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      return;
    }
    const [, kind, locale = 'en', slug] =
      /^(?:\/(plain|closed|marked|react))?\/(\w+)\/notes\/(.+)$/.exec(pathname) ?? [];
    const hasMarks = kind === 'marked' || kind === 'react';
    const entries = await this.#drafts(locale, hasMarks);
    const entry = entries.find(({ values }) => values.slug === slug);
    if (entry && kind === 'react') {
      const note = JSON.stringify({ ...entry, locale, admin: this.#options.admin });
      const html = `<!doctype html><html lang="${locale}"><title>Site</title><div id="site"></div><script>window.note = ${note}</script><script type="module" src="/react.js"></script>`;
      const [type, body] = search === '?json' ? ['application/json', note] : ['text/html; charset=utf-8', html];
      response.writeHead(200, { 'content-type': type }).end(body);
      return;
    }
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(kind === 'closed' && { 'x-frame-options': 'DENY' }),
    };
    const script = `<script type="module">import { connectPreview } from '/preview.js';connectPreview({ admin: '${this.#options.admin}' });</script>`;
    const page = hasMarks ? markedPageOf : pageOf;
    const body = entry ? page(entry, entries, locale) : '<h1>Not found</h1>';
    const html = `<!doctype html><html lang="${locale}"><title>Site</title><body>${body}${kind === 'plain' ? '' : script}`;
    response.writeHead(entry ? 200 : 404, headers).end(html);
  }

  async #drafts(locale: string, hasMarks: boolean): Promise<readonly DraftEntry[]> {
    const { api, projectId, token, collection } = this.#options;
    const file = `${api}/v1/projects/${projectId}/drafts/${collection}.${locale}.json`;
    const answer = await fetch(hasMarks ? `${file}?marks=true` : file, {
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

function markedPageOf({ values }: DraftEntry, entries: readonly DraftEntry[], locale: string): string {
  const facts = (values.facts ?? []) as readonly { text: string }[];
  const sections = (values.sections ?? []) as readonly { text: string }[];
  const paragraphs = String(values.body ?? '').split('\n\n');
  const next = entries.find((one) => one.id === (values.next as { id: string } | null)?.id);
  return [
    `<header><button onclick="this.textContent = 'Closed'">Menu</button> <b>${values.title}</b></header>`,
    `<main><h1>${values.title}</h1>`,
    `<p id="line">Now: ${values.title}, ${facts[0]?.text ?? 'nothing'}.</p>`,
    ...sections.map(({ text }) => `<blockquote><p><em>${text}</em></p></blockquote>`),
    `<article>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article>`,
    next ? `<a href="/marked/${locale}/notes/${next.values.slug}">${next.values.title}</a>` : '',
    '</main>',
  ].join('');
}

/** A page of React with the hook of the package that is built, as a script. */
async function bundleReact(): Promise<string> {
  const folder = import.meta.dirname;
  const loader = path.join(folder, '..', '..', 'packages', 'loader', 'dist', 'preview-react.js');
  const build = await rolldown({
    input: path.join(folder, 'react-note.jsx'),
    platform: 'browser',
    resolve: {
      alias: { '@stele/loader/preview/react': loader, react: path.join(folder, '..', 'node_modules', 'react') },
    },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
  });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  return output[0].code;
}

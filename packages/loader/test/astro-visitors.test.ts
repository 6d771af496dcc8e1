import type { MediaApp } from '@stele/core/testing/media-app';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestPerson, TestProject } from '@stele/core/testing/test-app';
import type { APIContext } from 'astro';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVisitorLoader, draftRoute, previewMark, type Visitor } from '../src/astro/index.ts';

const SECRET = 'a secret for editors';

let app: MediaApp;
let project: TestProject;
let editor: TestPerson;
let source: { url: string; projectId: string; draftToken: string };
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => vi.unstubAllEnvs());
beforeEach(async () => {
  project = await app.project();
  editor = await app.person({ projectId: project.id, role: 'editor' });
  source = { url: app.url, projectId: project.id, draftToken: project.tokens.read_draft };
});

/** A visitor's browser, which keeps cookies. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async enter(query: string, options: object = {}, headers: Record<string, string> = {}): Promise<Response> {
    const request = new Request(`https://www.example.org/api/draft?${query}`, { headers });
    const cookies = { set: (name: string, value: string) => void this.#cookies.set(name, value) };
    return draftRoute({ secret: SECRET, ...source, ...options })({ request, cookies } as unknown as APIContext) as
      | Response
      | Promise<Response>;
  }

  /** @param forged a cookie that no one gave it */
  visit(forged?: string): Visitor & { readonly response: ResponseInit & { readonly headers: Headers } } {
    const value = (name: string) => forged ?? this.#cookies.get(name);
    return {
      request: new Request('https://www.example.org/'),
      cookies: { get: (name: string) => (value(name) === undefined ? undefined : { value: value(name) }) },
      response: { headers: new Headers() },
    } as unknown as ReturnType<Browser['visit']>;
  }
}

const create = async (title: string): Promise<string> =>
  (await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values: { en: { title } } }))
    .body.id;
const titles = async (visitor: Visitor): Promise<readonly unknown[]> => {
  const loaderFor = createVisitorLoader({
    ...source,
    contentUrl: app.contentUrl,
    token: project.tokens.read_published,
    cache: false,
    log: false,
  });
  const entries = await (await loaderFor(visitor)).load('posts', { locale: 'en' });
  return entries.map(({ values }) => values.title);
};
const share = async (body: object = {}) => (await editor.api.post(`/projects/${project.id}/preview-links`, body)).body;

describe('a page of Astro that is rendered on demand', () => {
  it('shows editors all drafts, and everyone else what is published', async () => {
    await project.api.post(`/projects/${project.id}/entries/${await create('live')}/publish`, { locales: ['en'] });
    await create('draft');
    const browser = new Browser();
    const answer = await browser.enter(`secret=${encodeURIComponent(SECRET)}&to=/posts`);
    expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
      307,
      '/posts',
      'no-store',
    ]);
    const visitor = browser.visit();
    expect(await titles(visitor)).toEqual(['live', 'draft']);
    expect(visitor.response.headers.get('cache-control')).toBe('private, no-store');
    expect(await previewMark(visitor)).toMatch(/^<div role="status" style="position:fixed;[^"]+">Preview<\/div>$/);
    for (const other of [new Browser().visit(), browser.visit('guessed')]) {
      expect(await titles(other)).toEqual(['live']);
      expect(other.response.headers.has('cache-control')).toBe(false);
      expect(await previewMark(other)).toBe('');
    }
  });

  it('shows by a link what that shares, marked and until it ends', async () => {
    const one = await create('one');
    await create('other');
    const link = await share({ entry_id: one });
    const browser = new Browser();
    expect((await browser.enter(`link=${link.secret}&to=//evil.example`)).headers.get('location')).toBe('/');
    expect(await titles(browser.visit())).toEqual(['one']);
    const text = (until: Date | null) => `<${until?.toISOString()}>`;
    expect(await previewMark(browser.visit(), { ...source, text })).toContain(`&#60;${link.expires_at}&#62;`);
    await editor.api.delete(`/projects/${project.id}/preview-links/${link.id}`);
    expect(await previewMark(browser.visit(), source)).toContain('This preview has ended.');
    const ended = browser.visit();
    await titles(ended).catch(() => undefined);
    expect(ended.response.headers.get('cache-control')).toBe('private, no-store');
  });

  it('lets people in a browser enter the secret, and says what is wrong', async () => {
    const ask = async (query: string, options: object = {}, accept = 'text/html,*/*'): Promise<string> => {
      const answer = await new Browser().enter(query, options, { accept });
      expect(answer.status).toBe(401);
      return `${answer.headers.get('content-type')} ${await answer.text()}`;
    };
    const form = await ask(`to=${encodeURIComponent('/a"><script>')}`);
    expect(form).toContain('text/html');
    expect(form).toContain('<input type="password" name="secret"');
    expect(form).toContain('name="to" value="/a&#34;&#62;&#60;script&#62;"');
    expect(form).not.toContain('wrong');
    expect(await ask('secret=wrong')).toContain('The secret is wrong.');
    expect(await ask('secret=wrong', {}, '*/*')).toMatch(/^text\/plain.* The secret is wrong\.$/);
    expect(await ask('secret=', { secret: '' })).toContain('STELE_PREVIEW_SECRET is not set');
  });

  it('lets no one in by a wrong secret, a link that has ended, or without a token for drafts', async () => {
    const browser = new Browser();
    const link = await share();
    await editor.api.delete(`/projects/${project.id}/preview-links/${link.id}`);
    expect((await browser.enter('secret=wrong')).status).toBe(401);
    expect((await browser.enter('')).status).toBe(401);
    for (const secret of [link.secret, 'stl_view_x', '', '%0A']) {
      expect((await browser.enter(`link=${secret}`)).status, secret).toBe(410);
    }
    vi.stubEnv('STELE_DRAFT_TOKEN', '');
    expect((await browser.enter(`secret=${encodeURIComponent(SECRET)}`, { draftToken: undefined })).status).toBe(503);
    expect(browser.visit().cookies.get('stele_preview')).toBeUndefined();
  });
});

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Document, documentsToImport, LOCALES } from './support/corpus.ts';
import { Processes } from './support/processes.ts';
import { bash } from './support/shell.ts';
import { InstalledSite } from './support/site-build.ts';

const FEW = 'de';

let folder: string;
let stele: Processes;
let site: InstalledSite;
let documents: readonly Document[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-e2e-astro-'));
  return () => rm(folder, { recursive: true, force: true });
});
beforeAll(async () => {
  const limits = 'entry.import=100000,entry.publish=100000';
  stele = await Processes.start({ STELE_LIMITS: limits }, ['api', 'content']);
  return () => stele.end();
});
beforeAll(async () => {
  const given = await documentsToImport(stele.dataDirectory, madeUp);
  documents = given.documents;
  await bash(`npm run --silent demo:import '${given.file}' -- --add-locales --json`, stele.env);
  site = await InstalledSite.install('examples/astro-site', path.join(folder, 'site'));
  const { api_url, content_url, project_id, tokens } = await stele.instance();
  const variables = { STELE_URL: api_url, STELE_CONTENT_URL: content_url, STELE_PROJECT: project_id };
  await site.connect({ ...variables, STELE_TOKEN: tokens.read_published });
});

/** Pages with everything that the site has to handle. Each exists in one locale more than the one before. */
function madeUp(): Document[] {
  return Array.from({ length: 24 }, (_, n) => ({
    slug: n === 0 ? 'guides/index' : n % 3 === 0 ? `page-${n}` : `guides/part-${n % 2}/page-${n}`,
    locales: Object.fromEntries(
      LOCALES.slice(0, 1 + (n % 8)).map((locale) => {
        const body = `import X from '~/x.astro';\n\n<X open={1}>\n  <Unclosed prop="1">\n</X>\n\n## Part ${n}\n\n:::tip[Hint]\nText of ${locale}.\n:::\n\n\`\`\`astro title="x"\n<X client:load />\n\`\`\`\n\n<script>alert(1)</script>`;
        return [locale, { title: `${locale} ${n}`, description: `About ${n}`, body }];
      }),
    ),
  }));
}

function build(settings: Readonly<Record<string, string>> = {}): Promise<string> {
  return site.run(['astro', 'build'], { ASTRO_TELEMETRY_DISABLED: '1', ...settings });
}

const pageOf = (locale: string, slug: string): string =>
  path.join(locale, slug.replace(/(^|\/)index$/, ''), 'index.html');
const localeOf = (html: string): string | undefined => /<article [^>]*data-locale="([^"]+)"/.exec(html)?.[1];
const headingOf = (html: string): string | undefined => /<h1>([^<]*)<\/h1>/.exec(html)?.[1];
const chunksOf = (log: string): { fetched: number; chunks: number }[] =>
  [...log.matchAll(/(\d+) of (\d+) chunks fetched/g)].map(([, fetched, chunks]) => ({
    fetched: Number(fetched),
    chunks: Number(chunks),
  }));
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

async function readAll(pages: readonly string[]): Promise<Map<string, string>> {
  return new Map(await Promise.all(pages.map(async (page) => [page, await site.read(`dist/${page}`)] as const)));
}

describe('the documentation site', () => {
  it('is built from the API, then without API and database on a machine that never built before, and fetches nothing twice', async () => {
    const log = await build({ SITE_LOCALES: FEW });
    expect(log).toMatch(/docs\.de \d+ entries, snapshot snap_\w+, (\d+) of \1 chunks fetched, from API/);
    const shown = JSON.parse(await site.read('dist/.well-known/stele.json'));
    expect(log).toContain(`snapshot ${shown.snapshot_id},`);
    const few = await readAll(documents.flatMap(({ slug }) => FEW.split(',').map((locale) => pageOf(locale, slug))));

    await stele.stopAll();
    await stele.start('content');
    await site.forget('dist', '.astro', 'node_modules/.astro', 'node_modules/.cache', 'node_modules/.vite');
    const alone = await build();
    expect(alone).toMatch(/docs\.en \d+ entries, snapshot snap_\w+, (\d+) of \1 chunks fetched, from mirror/);
    expect(alone).not.toMatch(/from API|Unable to load|Invalid/);
    // Reported once, after all pages were written.
    const outage = `did not answer. Built from snapshot ${shown.snapshot_id} of`;
    expect(alone.split('THE API WAS DOWN DURING THIS BUILD')).toHaveLength(2);
    expect(alone.indexOf(outage)).toBeGreaterThan(alone.lastIndexOf('index.html'));
    const all = documents.flatMap(({ slug }) => LOCALES.map((locale) => pageOf(locale, slug)));
    const homes = ['index.html', ...LOCALES.map((locale) => path.join(locale, 'index.html'))];
    expect(await site.pages('dist')).toEqual([...all, ...homes].sort());
    await expectContent();
    // The same pages as with the API, but for the names of languages that weren't built then.
    for (const [page, before] of few) expect(articleOf(await site.read(`dist/${page}`))).toBe(articleOf(before));

    const before = await readAll(all);
    const again = await build();
    expect(sum(chunksOf(again).map(({ fetched }) => fetched))).toBe(0);
    expect(sum(chunksOf(again).map(({ chunks }) => chunks))).toBeGreaterThan(0);
    expect(again).toContain(`docs: 0 written, 0 removed, ${documents.length * LOCALES.length} unchanged`);
    expect(await readAll(all)).toEqual(before);
  });

  it('fails to build, and writes no page, when nothing says what is published', async () => {
    await stele.stopAll();
    await site.forget('dist', '.astro', 'node_modules/.astro', 'node_modules/.cache');
    await expect(build()).rejects.toThrow(/can't be reached/);
    expect(existsSync(path.join(site.folder, 'dist', 'en'))).toBe(false);
  });
});

const articleOf = (html: string): string => html.slice(html.indexOf('<article'), html.indexOf('</article>'));

/** Every page in every locale: in its own language when that was published, else in English and marked. */
async function expectContent(): Promise<void> {
  const decoded = (text: string | undefined): string | undefined =>
    text?.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
  for (const { slug, locales } of documents) {
    for (const locale of LOCALES) {
      const html = await site.read(`dist/${pageOf(locale, slug)}`);
      const wanted = locales[locale] ? locale : 'en';
      const place = `${locale}/${slug}`;
      expect([place, localeOf(html)]).toEqual([place, wanted]);
      expect([place, decoded(headingOf(html))]).toEqual([place, locales[wanted]?.title]);
      expect([place, html.includes('class="fallback-note"')]).toEqual([place, wanted !== locale]);
      // Whatever the text contains, the page is complete, runs no script from it, and sends no request to another host.
      expect([place, /<\/article>[\s\S]*<\/main>[\s\S]*<\/body>\s*<\/html>/.test(html)]).toEqual([place, true]);
      expect([place, /<(script|iframe|object)\b/.exec(articleOf(html))?.[0]]).toEqual([place, undefined]);
      expect([place, /<(?:img|script|iframe)\b[^>]*\bsrc="https?:[^>]*/.exec(html)?.[0]]).toEqual([place, undefined]);
      expect([place, /^\s*(<p>)?import .* from .*;$/m.exec(proseOf(html))?.[0]]).toEqual([place, undefined]);
    }
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The article without code. */
const proseOf = (html: string): string => articleOf(html).replace(/<pre\b[\s\S]*?<\/pre>/g, '');

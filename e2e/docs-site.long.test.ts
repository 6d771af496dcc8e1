import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from './support/instance.ts';
import { Project } from './support/project.ts';
import { bash } from './support/shell.ts';
import { InstalledSite } from './support/site-build.ts';

const project = new Project();
let folder: string;
let site: InstalledSite;

beforeAll(async () => {
  await project.begin('My site', ['en']);
  folder = await mkdtemp(path.join(tmpdir(), 'stele-e2e-docs-'));
  site = await InstalledSite.install('examples/docs', path.join(folder, 'site'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command from the example's folder, against the instance. */
const stele = (...words: string[]): Promise<string> => {
  const command = path.join(ROOT, 'packages/cli/dist/main.js');
  return bash(`cd examples/docs && node '${command}' ${words.join(' ')}`, {
    ...project.variables,
    STELE_TOKEN: project.tokens.admin,
  });
};

/** Where the links of a page lead, without what comes from elsewhere. */
function linksOf(html: string): string[] {
  const text = html.slice(html.indexOf('<main'));
  return Array.from(text.matchAll(/<a [^>]*?href="([^"]+)"/g), ([, address = '']) => address);
}

it('the documentation is imported into Stele and built as a site whose pages, links and pictures are all there', async () => {
  await stele('push', '--yes');
  const imported = JSON.parse(await stele('import', '../../docs', '--as', 'pages', '--json'));
  expect(imported).toMatchObject({ failed: [] });
  await site.connect(project.variables);
  const log = await site.run(['astro', 'build'], { ASTRO_TELEMETRY_DISABLED: '1' });
  expect(log).toMatch(/pages\.en \d+ entries/);

  const pages = await site.pages('dist');
  const addresses = new Set(pages.map((page) => `/${page.replace(/index\.html$/, '')}`));
  const html = new Map<string, string>(
    await Promise.all(
      pages.map(async (page) => [`/${page.replace(/index\.html$/, '')}`, await site.read(`dist/${page}`)] as const),
    ),
  );
  const published = Number(/pages\.en (\d+) entries/.exec(log)?.[1]);
  // Starlight adds a page for addresses that aren't there.
  expect(addresses.size).toBe(published + 1);

  const lost: string[] = [];
  expect([...html.values()].flatMap(linksOf).length).toBeGreaterThan(200);
  for (const [page, text] of html) {
    for (const link of linksOf(text)) {
      const target = new URL(link, `https://docs.invalid${page}`);
      if (target.host !== 'docs.invalid') continue;
      const there = html.get(target.pathname);
      const anchor = decodeURIComponent(target.hash.slice(1));
      if (there === undefined || (anchor !== '' && !there.includes(`id="${anchor}"`))) lost.push(`${link} on ${page}`);
    }
  }
  expect(lost).toEqual([]);

  const pictures = [...html.values()].flatMap((text) =>
    Array.from(text.matchAll(/<img [^>]*?src="([^"]+)"/g), ([, address = '']) => address),
  );
  expect(pictures.length).toBeGreaterThan(0);
  for (const address of new Set(pictures)) expect([address, (await fetch(address)).status]).toEqual([address, 200]);

  // Every page is in the sidebar, which is on each of them.
  const [sidebar = ''] = /<nav class="sidebar[\s\S]*?<\/nav>/.exec(html.get('/concepts/') ?? '') ?? [];
  expect(sidebar).toContain('href=');
  const missing = [...addresses].filter(
    (address) => !/^\/(404\.html)?$/.test(address) && !sidebar.includes(`href="${address}"`),
  );
  expect(missing).toEqual([]);
});

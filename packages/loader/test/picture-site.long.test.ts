import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Json } from '@stele/snapshot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from './support/pictures.ts';
import { type Site, startSite } from './support/site.ts';
import { entry, PROJECT, publish, snapshotId } from './support/snapshots.ts';

const PACKAGE = path.join(import.meta.dirname, '..');
const PICTURES = 200;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const run = promisify(execFile);

let folder: string;
let site: Site;

/** Makes sharp fail wherever it's imported, and notes that somebody tried. */
const POISON = `
  import { appendFileSync } from 'node:fs';
  export async function resolve(specifier, context, next) {
    if (specifier !== 'sharp') return next(specifier, context);
    appendFileSync(process.env.SHARP_CALLS, 'asked for\\n');
    throw new Error('sharp is poisoned');
  }`;

const PAGE = `---
import { Image, Picture } from 'astro:assets';
import { createLoader } from '@stele/loader';
import { imageProps } from '@stele/loader/astro';
const own = Object.values(import.meta.glob('../*.png', { eager: true })).map((module) => module.default);
const stele = createLoader({ snapshot: process.env.SNAPSHOT, contentUrl: process.env.CONTENT_URL, projectId: '${PROJECT}', cache: false });
const posts = (await stele.load('posts', { locale: 'en' })).slice(0, Number(process.env.PICTURES));
---
<html><body>
{posts.map(({ values }) => <Image {...imageProps(values.hero)} class="whole" />)}
{posts.map(({ values }) => <Picture {...imageProps(values.hero, { ratio: '16:9', width: 800 })} formats={['avif', 'webp']} />)}
{posts.map(({ values }) => <Image {...imageProps(values.hero, { width: 300 })} densities={[1, 2]} class="dense" />)}
{own.map((picture) => <Image {...imageProps(picture)} class="own" />)}
</body></html>`;

beforeAll(async () => {
  if (!existsSync(path.join(PACKAGE, 'dist', 'index.js'))) throw new Error('Build the loader first: pnpm build.');
  site = await startSite();
  const entries = Array.from({ length: PICTURES }, (_, n) => entry(n, { hero: picture(n) as unknown as Json }));
  // The one that Astro's own service is to work on.
  await site.storage.put(`${PROJECT}/${picture(0).url.replace('../../', '')}`, PNG, { contentType: 'image/webp' });
  await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries }]);
  folder = await mkdtemp(path.join(tmpdir(), 'stele-picture-site-'));
  await mkdir(path.join(folder, 'node_modules', '@stele'), { recursive: true });
  await symlink(path.join(PACKAGE, 'node_modules', 'astro'), path.join(folder, 'node_modules', 'astro'));
  const astroFolder = await realpath(path.join(PACKAGE, 'node_modules', 'astro'));
  await symlink(path.join(astroFolder, '..', 'sharp'), path.join(folder, 'node_modules', 'sharp'));
  await symlink(PACKAGE, path.join(folder, 'node_modules', '@stele', 'loader'));
  await mkdir(path.join(folder, 'src', 'pages'), { recursive: true });
  await writeFile(path.join(folder, 'src', 'pages', 'index.astro'), PAGE);
  await writeFile(path.join(folder, 'package.json'), '{"type": "module", "private": true}');
  await writeFile(path.join(folder, 'poison.mjs'), POISON);
  const register = "import { register } from 'node:module'; register('./poison.mjs', import.meta.url);";
  await writeFile(path.join(folder, 'register.mjs'), register);
  const config = `
    import { defineConfig } from 'astro/config';
    import { steleImages } from '@stele/loader/astro';
    const image = process.env.SERVICE === 'stele' ? { service: steleImages() } : { domains: [new URL(process.env.CONTENT_URL).hostname] };
    export default defineConfig({ image, devToolbar: { enabled: false } });`;
  await writeFile(path.join(folder, 'astro.config.mjs'), config);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Builds the site. @returns the site's page, or why there is none, and how often somebody asked for sharp */
async function build(
  service: string,
  pictures: number,
  { poisoned = true } = {},
): Promise<{ html: string | Error; sharpCalls: number }> {
  const calls = path.join(folder, `calls-${service}`);
  await writeFile(calls, '');
  await rm(path.join(folder, 'dist'), { recursive: true, force: true });
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    NODE_ENV: 'production' as const,
    ASTRO_TELEMETRY_DISABLED: '1',
    NODE_OPTIONS: poisoned ? `--import=${path.join(folder, 'register.mjs')}` : '',
    SHARP_CALLS: calls,
    SERVICE: service,
    SNAPSHOT: snapshotId(1),
    CONTENT_URL: site.content.url,
    PICTURES: String(pictures),
  };
  const astro = path.join(folder, 'node_modules', 'astro', 'astro.js');
  const built = await run(process.execPath, [astro, 'build'], { cwd: folder, env }).catch((error: Error) => error);
  const html = built instanceof Error ? built : await readFile(path.join(folder, 'dist', 'index.html'), 'utf8');
  return { html, sharpCalls: (await readFile(calls, 'utf8')).split('\n').length - 1 };
}

const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
const sourcesOf = (srcset = ''): string[] => srcset.split(', ');

describe(`an Astro site with ${PICTURES} pictures`, () => {
  it('is built without sharp, each picture in the sizes that exist, with room kept and a placeholder', async () => {
    const { html, sharpCalls } = await build('stele', PICTURES);
    if (html instanceof Error) throw html;
    expect(sharpCalls).toBe(0);
    const base = `${site.content.url}/${PROJECT}/`;
    const imgs = [...html.matchAll(/<img [^>]*>/g)].map(([tag]) => tag.replaceAll('&#34;', "'"));
    const pictures = [...html.matchAll(/<picture[^>]*>[\s\S]*?<\/picture>/g)].map(([tag]) => tag);
    expect(imgs).toHaveLength(3 * PICTURES);
    expect(pictures).toHaveLength(PICTURES);
    for (let n = 0; n < PICTURES; n++) {
      const { variants } = picture(n);
      const urlOf = (name: string): string =>
        variants.find((variant) => variant.name === name)?.url.replace('../../', base) ?? 'none';
      const whole = imgs.filter((tag) => tag.includes('"whole"'))[n] ?? '';
      expect(sourcesOf(attribute(whole, 'srcset'))).toEqual(
        [320, 640, 960, 1280, 1920, 2560].map((width) => `${urlOf(`${width}.webp`)} ${width}w`),
      );
      expect(attribute(whole, 'src')).toBe(urlOf('2560.webp'));
      expect([attribute(whole, 'width'), attribute(whole, 'height')]).toEqual(['3000', '2000']);
      expect([attribute(whole, 'alt'), attribute(whole, 'sizes')]).toEqual([
        `Hill ${n}`,
        '(min-width: 3000px) 3000px, 100vw',
      ]);
      expect(attribute(whole, 'style')).toMatch(/^background: url\('data:image\/png;base64,[^']+'\) center/);

      const cut = pictures[n] ?? '';
      const [avif, webp] = [...cut.matchAll(/<source [^>]*>/g)].map(([tag]) => tag);
      for (const [tag, format] of [
        [avif ?? '', 'avif'],
        [webp ?? '', 'webp'],
      ] as const) {
        expect(attribute(tag, 'type')).toBe(`image/${format}`);
        expect(sourcesOf(attribute(tag, 'srcset'))).toEqual(
          [640, 1280].map((width) => `${urlOf(`16x9-${width}.${format}`)} ${width}w`),
        );
        expect(attribute(tag, 'sizes')).toBe('(min-width: 800px) 800px, 100vw');
      }
      const img = /<img [^>]*>/.exec(cut)?.[0] ?? '';
      expect([attribute(img, 'width'), attribute(img, 'height')]).toEqual(['800', '450']);
      expect(attribute(img, 'src')).toBe(urlOf('16x9-1280.webp'));

      const dense = imgs.filter((tag) => tag.includes('"dense"'))[n] ?? '';
      expect(sourcesOf(attribute(dense, 'srcset'))).toEqual([
        `${urlOf('320.webp')} 1.067x`,
        `${urlOf('640.webp')} 2.133x`,
      ]);
    }
  });

  it('leaves pictures of its own folders to Astro', async () => {
    const file = path.join(folder, 'src', 'own.png');
    await writeFile(file, PNG);
    const { html } = await build('stele', 1, { poisoned: false });
    await rm(file);
    if (html instanceof Error) throw html;
    const own = /<img [^>]*class="own"[^>]*>/.exec(html)?.[0] ?? '';
    expect([attribute(own, 'width'), attribute(own, 'height')]).toEqual(['1', '1']);
    expect(own).toMatch(/ alt[ >]/);
    expect(attribute(own, 'src')).toMatch(/^\/_astro\/own\..*\.webp$/);
    expect(existsSync(path.join(folder, 'dist', attribute(own, 'src') ?? ''))).toBe(true);
  });

  it('asks for sharp with the service that Astro brings, so that the count above means something', async () => {
    const { sharpCalls } = await build('astro', 1);
    expect(sharpCalls).toBeGreaterThan(0);
  });
});

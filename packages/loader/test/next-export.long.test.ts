import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Json } from '@stele/snapshot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entry, PROJECT, publish, putMirror } from './support/snapshots.ts';
import { storedPicture } from './support/stored-picture.ts';

const PACKAGE = path.join(import.meta.dirname, '..');
const run = promisify(execFile);
const WIDTHS = [320, 640, 960, 1280, 1920, 2560];

let folder: string;
let site: Site;
let hill: Awaited<ReturnType<typeof storedPicture>>;

const FILES = {
  'package.json': '{"type": "module", "private": true}',
  'next.config.mjs': `
    import withStele from '@stele/loader/next/config';
    const images = { loader: 'custom', loaderFile: './image-loader.js', deviceSizes: [640, 960, 1280, 1920, 2560], imageSizes: [320] };
    export default withStele({ images, output: process.env.OUTPUT || undefined }, { assets: process.env.ASSETS || undefined });`,
  'image-loader.js': "export { default } from '@stele/loader/next/image-loader';",
  'app/layout.jsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
  'app/api/draft/route.server.js': "import { draftRoute } from '@stele/loader/next';\nexport const GET = draftRoute();",
  'app/shown.jsx': "'use client';\nexport const Shown = ({ text }) => <pre>{text}</pre>;",
  'app/page.jsx': `
    import { createNextLoader, imageProps } from '@stele/loader/next';
    import stelePictures from '@stele/loader/rehype';
    import Image from 'next/image';
    import Markdown from 'react-markdown';
    import { Shown } from './shown.jsx';
    const stele = createNextLoader({ revalidate: false, contentUrl: process.env.CONTENT });
    export default async function Page() {
      const [{ values }] = await stele.load('posts', { locale: 'en' });
      return <>
        <Image {...imageProps(values.hero, { width: 600, height: 300 })} />
        <Markdown rehypePlugins={[[stelePictures, values, { width: 600 }]]}>{values.body}</Markdown>
        <Shown text={values.body.repeat(20)} />
      </>;
    }`,
};

beforeAll(async () => {
  if (!existsSync(path.join(PACKAGE, 'dist', 'index.js'))) throw new Error('Build the loader first: pnpm build.');
  folder = await mkdtemp(path.join(tmpdir(), 'stele-next-export-'));
  site = await startSite();
  hill = await storedPicture(site.storage, 1, 2000, 3000);
  const inText = hill.variants.find(({ name }) => name === '1920.webp')?.url;
  const values = { hero: hill, body: `![A hill](${inText})\n\n![Own](/own.png)\n\n`, _pictures: [hill] };
  const entries = [entry(1, values as unknown as Record<string, Json>)];
  await putMirror(
    site.storage,
    TOKEN,
    await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries }]),
  );
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  const packages = ['next@16', 'react@19', 'react-dom@19', 'react-markdown@10'];
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages], { cwd: folder });
  // Next.js takes no modules from outside of its folder.
  const installed = path.join(folder, 'node_modules', '@stele', 'loader');
  for (const name of ['package.json', 'dist']) {
    await cp(path.join(PACKAGE, name), path.join(installed, name), { recursive: true });
  }
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Builds the site. @param from where it's started, and the folder that's named @returns the exit code, and what was said */
async function build(
  settings: Record<string, string>,
  from: { cwd: string; folder?: string } = { cwd: folder },
): Promise<{ code: number; said: string }> {
  await rm(path.join(folder, 'out'), { recursive: true, force: true });
  const next = path.join(folder, 'node_modules', 'next', 'dist', 'bin', 'next');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    STELE_URL: 'http://127.0.0.1:9',
    CONTENT: site.content.url,
    STELE_PROJECT: PROJECT,
    STELE_TOKEN: TOKEN,
    ...settings,
  };
  const { stdout, stderr, code } = await run(
    process.execPath,
    [next, 'build', ...(from.folder === undefined ? [] : [from.folder])],
    { cwd: from.cwd, env },
  ).then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { code, said: stdout + stderr };
}

const read = (name: string): Promise<string> => readFile(path.join(folder, 'out', name), 'utf8');
const LOCAL = 'THE BUILT WEBSITE POINTS TO ';

describe('a build of Next.js', () => {
  it('says that its pages point to this machine, and fails if that is wanted', async () => {
    const built = await build({});
    expect(built).toMatchObject({ code: 0, said: expect.stringContaining(LOCAL + site.content.url) });
    expect(built.said).toContain('/api/draft');
    expect(await build({ STELE_STRICT: '1' })).toMatchObject({ code: 1, said: expect.stringContaining(LOCAL) });
    expect(await build({ ASSETS: 'copy' })).toMatchObject({
      code: 1,
      said: expect.stringContaining("needs output: 'export'"),
    });
  });

  it('is checked wherever it was started from', async () => {
    const from = { cwd: path.dirname(folder), folder: path.basename(folder) };
    expect(await build({}, from)).toMatchObject({ code: 0, said: expect.stringContaining(LOCAL + site.content.url) });
  });

  it('exports pages that hold their pictures, of fields and of Markdown alike', async () => {
    // Without the route, which needs a server.
    expect(await build({ OUTPUT: 'export' })).toMatchObject({ code: 0, said: expect.stringContaining(LOCAL) });
    const lengths = async (): Promise<[string, number][]> => {
      const names = (await readdir(path.join(folder, 'out'))).filter((name) => /^index\.(html|txt)$/.test(name)).sort();
      return Promise.all(
        names.map(async (name) => [name, (await stat(path.join(folder, 'out', name))).size] as const),
      ) as Promise<[string, number][]>;
    };
    const before = await lengths();
    expect(before).toHaveLength(2);
    const page = await read('index.html');
    const [hero = '', inText = '', own = ''] = [...page.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
    expect(hero).toContain('aspect-ratio:600 / 300;object-fit:cover;object-position:50% 50%');
    expect(inText).toMatch(/ alt="A hill"/);
    for (const attribute of [
      'width="600"',
      'height="900"',
      'loading="lazy"',
      'decoding="async"',
      'sizes="(min-width: 600px) 600px, 100vw"',
    ]) {
      expect(inText).toContain(attribute);
    }
    for (const width of WIDTHS.filter((w) => w < 2000)) expect(inText).toMatch(new RegExp(`/Hill\\.webp ${width}w`));
    expect(own).toBe('<img src="/own.png" alt="Own"/>');

    const copied = await build({ OUTPUT: 'export', ASSETS: 'copy', STELE_STRICT: '1' });
    expect(copied).toMatchObject({ code: 0, said: expect.stringMatching(/files copied into/) });
    // The parts of a page say how long they are.
    expect(await lengths()).toEqual(before);
    for (const name of ['index.html', 'index.txt']) expect(await read(name)).not.toContain(site.content.url);
    const shown = [...(await read('index.html')).matchAll(/"?\/(_stele\/ast_[^\s"\\),#?]+)/g)].map(
      ([, file = '']) => file,
    );
    expect(new Set(shown).size).toBeGreaterThanOrEqual(6);
    for (const file of shown) expect(await read(file)).toMatch(/ of picture 1$/);

    site.content.clear();
    await build({ OUTPUT: 'export', ASSETS: 'copy' });
    expect(site.content.requests.filter((url) => url.includes('/media/'))).toEqual([]);
    const missing = path.join(folder, 'node_modules', '.cache', 'stele', 'files');
    await rm(missing, { recursive: true });
    site.content.intercept = (request, response) => {
      if (!request.url?.includes('/media/')) return false;
      response.writeHead(404).end();
      return true;
    };
    expect(await build({ OUTPUT: 'export', ASSETS: 'copy' })).toMatchObject({
      code: 1,
      said: expect.stringContaining(`The file Hill.webp of the asset ${hill.id} can't be copied into the website`),
    });
  });
});

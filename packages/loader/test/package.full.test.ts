// @module-tag full
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rounds } from '@stele/testing/rounds';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entries, PROJECT, publish, putMirror, snapshotId } from './support/snapshots.ts';

const PACKAGE = path.join(import.meta.dirname, '..');
const MOST_BYTES = 18_000;
const run = promisify(execFile);

let folder: string;
let tarball: string;
let contents: string[];
let site: Site;

beforeAll(async () => {
  if (!existsSync(path.join(PACKAGE, 'dist', 'index.js'))) throw new Error('Build the loader first: pnpm build.');
  folder = await mkdtemp(path.join(tmpdir(), 'stele-loader-package-'));
  const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: PACKAGE,
  });
  const [{ filename, files }] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }];
  tarball = path.join(folder, filename);
  contents = files.map((file) => file.path);
  await writeFile(path.join(folder, 'package.json'), '{"name":"a-site","private":true,"type":"module"}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['install', ...flags, tarball], { cwd: folder });
  site = await startSite();
  const published = await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: entries(100) }]);
  await putMirror(site.storage, TOKEN, published);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const installed = (...parts: string[]): string => path.join(folder, 'node_modules', '@stele', 'loader', ...parts);

describe('the packed tarball', () => {
  it('holds the built files, a readme and a licence, and nothing else', () => {
    expect(contents.filter((file) => !file.startsWith('dist/')).sort()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ]);
    expect(contents).toEqual(
      expect.arrayContaining(
        [
          'index',
          'astro',
          'astro-image-service',
          'next',
          'next-config',
          'next-follow-content',
          'next-finish',
          'next-image-loader',
          'preview',
          'preview-react',
          'rehype',
          'vite',
          'richtext',
          'seo',
          'website',
        ].flatMap((name) => [`dist/${name}.js`, `dist/${name}.d.ts`]),
      ),
    );
    expect(contents.filter((file) => file.startsWith('dist/') && !/\.(js|d\.ts)$/.test(file))).toEqual([]);
  });

  it('installs with no other package', async () => {
    const { packages } = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(packages)).toEqual(['', 'node_modules/@stele/loader']);
  });

  it.each([
    ['import', 'load.mjs', "import { createLoader } from '@stele/loader';"],
    ['require', 'load.cjs', "const { createLoader } = require('@stele/loader');"],
  ])('is loaded by %s, reads content and keeps its cache in node_modules', async (_how, file, line) => {
    const options = { contentUrl: site.content.url, projectId: PROJECT, snapshot: snapshotId(1) };
    const script = `${line}
      const stele = createLoader(${JSON.stringify(options)});
      stele.load('posts', { locale: 'en' }).then((posts) => console.log(posts.length, posts[0].values.title));`;
    await writeFile(path.join(folder, file), script);
    const { stdout } = await run(process.execPath, ['--no-warnings', file], { cwd: folder });
    expect(stdout).toMatch(
      /^\[stele\] posts\.en 100 entries, snapshot snap_\d+, \d+ of \d+ chunks fetched, from pinned\n100 Entry 0\n$/,
    );
    expect(existsSync(path.join(folder, 'node_modules', '.cache', 'stele', 'v1', 'objects'))).toBe(true);
  });

  it('throws errors that can be distinguished from others', async () => {
    const script = `import { createLoader, LoaderError } from '@stele/loader';
      try { createLoader(); } catch (error) { console.log(error instanceof LoaderError, error.code); }`;
    await writeFile(path.join(folder, 'fail.mjs'), script);
    const env = { PATH: process.env.PATH, NODE_ENV: 'test' as const };
    const { stdout } = await run(process.execPath, ['fail.mjs'], { cwd: folder, env });
    expect(stdout).toBe('true option_missing\n');
  });

  it('passes publint', async () => {
    const { messages, pkg } = await publint({ pack: { tarball: arrayBuffer(await readFile(tarball)) }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('passes are-the-types-wrong', async () => {
    const attw = path.join(PACKAGE, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
    // The program ends with another code, and so with an error here, when there are problems.
    const { stdout } = await run(process.execPath, [
      attw,
      tarball,
      '--profile',
      'esm-only',
      '--format',
      'table-flipped',
      '--no-color',
      '--no-emoji',
    ]);
    for (const entry of [
      '',
      '/astro',
      '/astro/image-service',
      '/next',
      '/next/config',
      '/next/follow-content',
      '/next/image-loader',
      '/rehype',
    ])
      expect(stdout).toMatch(new RegExp(`"@stele/loader${entry}" +│ OK \\(ESM\\) +│ OK +│`));
  });
});

describe('the recipes of the documentation', () => {
  const FENCE = /```js\n([\s\S]*?)```/g;
  /** Writes the recipe that begins with a comment about a tool. */
  const writeRecipe = async (tool: string, file: string): Promise<string> => {
    const docs = await readFile(path.join(PACKAGE, '..', '..', 'docs', 'loader.md'), 'utf8');
    const recipe = [...docs.matchAll(FENCE)].map(([, code]) => code).find((code) => code?.startsWith(`// ${tool}`));
    if (!recipe) throw new Error(`docs/loader.md has no recipe for ${tool}.`);
    const written = path.join(folder, file);
    await writeFile(written, recipe);
    return written;
  };
  beforeEach(() => {
    vi.stubEnv('STELE_URL', 'http://127.0.0.1:9');
    vi.stubEnv('STELE_CONTENT_URL', site.content.url);
    vi.stubEnv('STELE_PROJECT', PROJECT);
    vi.stubEnv('STELE_TOKEN', TOKEN);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('give Eleventy its data, with the API down', async () => {
    const file = await writeRecipe('Eleventy: ', 'posts.js');
    // A data file's default export is a function that Eleventy calls.
    const script = `const { default: data } = await import(${JSON.stringify(file)}); const posts = await data();
      console.log(posts.length, posts[99].values.title);`;
    await writeFile(path.join(folder, 'eleventy.mjs'), script);
    const { stdout } = await run(process.execPath, ['eleventy.mjs'], { cwd: folder, env: { ...process.env } });
    expect(stdout).toMatch(/from mirror\n100 Entry 99\n$/);
  });

  it('give Vite a module, with the API down', async () => {
    const vite = path.dirname(createRequire(import.meta.url).resolve('vite/package.json'));
    await symlink(vite, path.join(folder, 'node_modules', 'vite'), 'dir');
    const configFile = await writeRecipe('vite.config.js', 'vite.config.js');
    await writeFile(path.join(folder, 'main.js'), "import posts from 'virtual:stele/posts/en'; console.log(posts);");
    const output = await build({
      root: folder,
      configFile,
      logLevel: 'error',
      build: { write: false, rolldownOptions: { input: path.join(folder, 'main.js') } },
    });
    const code = JSON.stringify(output);
    for (const number of [0, 50, 99]) expect(code).toContain(`Entry ${number}`);
    expect(code).not.toContain(TOKEN);
  });
});

describe('the core client', () => {
  it(`takes at most ${MOST_BYTES} bytes, minified and gzipped`, async () => {
    expect(await sizeOf('index.js')).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('imports nothing but Node’s own modules', async () => {
    expect(await importsOf('index.js')).toEqual(['node:*']);
  });

  it('holds no code by others, whose licences would have to be named', async () => {
    // The bundler writes above each module where it's from.
    const code = await readFile(installed('dist', 'index.js'), 'utf8');
    const modules = [...code.matchAll(/^\/\/(?: #region|#region)? (\S+\.[jt]s)$/gm)].map(([, name]) => name ?? '');
    expect(modules).toContain('src/create-loader.ts');
    expect(modules.filter((name) => !/^(src|\.\.\/(snapshot|schema))\//.test(name))).toEqual([]);
  });
});

describe('the entry points for frameworks', () => {
  it.each(['index.js', 'astro.js', 'vite.js'])('load nothing later in %s, since Vite has closed then', async (file) => {
    expect(await readFile(installed('dist', file), 'utf8')).not.toMatch(/^(?! *\*).*\bimport\(/m);
  });

  it('take the core client as it is, and of packages only the framework’s', async () => {
    expect(await importsOf('astro.js')).toEqual(['./index.js', 'astro/zod', 'node:*']);
    expect(await importsOf('next.js')).toEqual(['./index.js', 'next/cache.js', 'next/headers.js', 'node:*', 'react']);
  });

  it('of pictures take no package but the framework, and for Next.js nothing, since that runs in the browser too', async () => {
    expect(await importsOf('astro-image-service.js')).toEqual(['astro/assets/services/sharp']);
    expect(await importsOf('next-image-loader.js')).toEqual([]);
    expect(await readFile(installed('dist', 'next-follow-content.js'), 'utf8')).toMatch(/^"use client";/);
    expect(await importsOf('rehype.js')).toEqual([]);
  });

  it('are asked for by no package but optional peers', async () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      await readFile(installed('package.json'), 'utf8'),
    );
    expect(dependencies).toBeUndefined();
    expect(Object.keys(peerDependencies)).toEqual(['astro', 'next', 'react', 'vite']);
    for (const name of Object.keys(peerDependencies)) expect(peerDependenciesMeta[name]).toEqual({ optional: true });
  });
});

describe('the types', () => {
  const CONSUMER = `
    import { createLoader, LoaderError, type Entry, type PublishedAsset } from '@stele/loader';
    import { collection, defineConfig, image, reference, text } from '@stele/schema';
    const config = defineConfig({ collections: [
      collection({ key: 'posts', fields: { title: text({ required: true }), hero: image(), author: reference('authors') } }),
      collection({ key: 'authors', fields: { name: text({ required: true }) } }),
    ] });
    const stele = createLoader<typeof config, 'en' | 'de'>({ fetch, cache: false });
    export async function check(): Promise<string> {
      for await (const post of stele.iterate('posts', { locale: 'en', fallback: ['de'] })) {
        const title: string = post.values.title;
        const hero: PublishedAsset | undefined = post.values.hero;
        const author = await stele.resolve(post.values.author, { locale: 'de' });
        const name: string | undefined = author?.values.name;
        // @ts-expect-error there's no such field
        post.values.subtitle;
        // @ts-expect-error there's no such collection
        stele.load('pages', { locale: 'en' });
        return [title, hero?.url, name].join();
      }
      const untyped: readonly Entry[] = await createLoader().load('posts', { locale: 'en' });
      return untyped[0]?.digest ?? new LoaderError('refused', '').code;
    }`;

  const COMPILERS = [
    ['typescript', 'nodenext'],
    ['typescript-5', 'bundler'],
    ['typescript', 'bundler'],
    ['typescript-5', 'nodenext'],
  ] as const;

  it.each(COMPILERS.slice(0, rounds({ short: 1, long: 4 })))(
    'stand by themselves and fit a config of the schema package, for %s with %s',
    async (compiler, resolution) => {
      const project = path.join(folder, `${compiler}-${resolution}`);
      await mkdir(project);
      await writeFile(path.join(project, 'site.ts'), CONSUMER);
      const compilerOptions = {
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        target: 'ES2023',
        lib: ['ES2023', 'DOM', 'DOM.AsyncIterable'],
        module: resolution === 'bundler' ? 'preserve' : 'nodenext',
        moduleResolution: resolution,
        types: [],
        // Own declarations are checked, those of the schema package's dependencies aren't ours to check.
        skipLibCheck: false,
        paths: { '@stele/schema': [path.join(PACKAGE, '..', 'schema', 'dist', 'index.d.ts')] },
      };
      await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['site.ts'] }));
      const tsc = path.join(PACKAGE, 'node_modules', compiler, 'bin', 'tsc');
      const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((error: { stdout: string }) => error);
      expect(stdout).toBe('');
    },
  );

  it('import no other package', async () => {
    const declarations = await readFile(installed('dist', 'index.d.ts'), 'utf8');
    expect(declarations).not.toMatch(/\bfrom ['"]|\bimport\(|reference (types|path)/);
  });
});

/** Bytes of a built file, minified and gzipped. */
async function sizeOf(file: string): Promise<number> {
  const build = await rolldown({ input: installed('dist', file), platform: 'node', external: /^node:/ });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const code = output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
  const bytes = gzipSync(code, { level: 9 }).byteLength;
  process.stdout.write(`${file}: ${code.length} bytes minified, ${bytes} gzipped\n`);
  return bytes;
}

/** The modules that a built file imports, sorted; Node's own modules as one. */
async function importsOf(file: string): Promise<string[]> {
  const code = await readFile(installed('dist', file), 'utf8');
  const imports = code.matchAll(/^import .*? from "([^"]+)"|\bimport\("([^"]+)"\)|\brequire\("([^"]+)"\)/gm);
  const names = [...imports].map(([, name, ...others]) => name ?? others.join(''));
  return [...new Set(names.map((name) => (name.startsWith('node:') ? 'node:*' : name)))].sort();
}

function arrayBuffer(bytes: Buffer): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

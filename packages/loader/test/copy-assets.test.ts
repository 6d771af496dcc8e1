import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleProgram } from '@stele/testing/bundle-program';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { steleBuild } from '../src/astro/index.ts';
import { type CopyTarget, copyAssets } from '../src/builds/copy-assets.ts';
import loader from '../src/next/image-loader.ts';
import withStele from '../src/next-config/index.ts';
import { finishWebsite } from '../src/website/index.ts';
import { FakeClock } from './support/fake-clock.ts';
import { refuse, startGate } from './support/gate.ts';
import { type Site, startSite, TOKEN } from './support/site.ts';
import { entry, PROJECT, publish, putMirror } from './support/snapshots.ts';

const ASSET = 'ast_01jzzzzzzzzzzzzzzzzzzzzzzz';

let site: Site;
let folder: string;
let said: string[];

beforeEach(async () => {
  site = await startSite();
  folder = await mkdtemp(path.join(tmpdir(), 'stele-copy-'));
  said = [];
  vi.stubEnv('STELE_CONTENT_URL', site.content.url);
  vi.stubEnv('STELE_PROJECT', PROJECT);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await site.close();
  await rm(folder, { recursive: true });
});

const dist = (...names: string[]): string => path.join(folder, 'dist', ...names);
const log = { info: (line: string) => said.push(line), warn: (line: string) => said.push(line) };
const copy = (target: Partial<CopyTarget> = {}) =>
  copyAssets({ folder: dist(), cache: path.join(folder, 'cache'), ...target }, log);
const media = (): string => `${site.content.url}/${PROJECT}/media/`;

/** Stores a file as Stele does. @returns the file's place below the project's media */
async function store(content: string, name = 'Hill.webp', contentType = 'image/webp'): Promise<string> {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 24);
  const file = `${ASSET}/${digest}/${name}`;
  await site.storage.put(`${PROJECT}/media/${file}`, Buffer.from(content), { contentType });
  return file;
}

async function write(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(dist(name)), { recursive: true });
  await writeFile(dist(name), text);
}

const read = (name: string): Promise<string> => readFile(dist(name), 'utf8');

describe('pictures of a built website', () => {
  it('are copied into it, each once, and its pages show the copies', async () => {
    const [small, large, manual] = [await store('small'), await store('large'), await store('PDF', 'manual.pdf')];
    await store('not shown');
    await write(
      'blog/index.html',
      `<meta property="og:image" content="${media()}${large}"><img src="${media()}${large}" srcset="${media()}${small} 320w, ${media()}${large} 640w">
       <astro-island props="{&quot;src&quot;:[0,&quot;${media()}${small}&quot;]}"><a href='https://elsewhere.example/x&quot;,${media()}${manual}'>`,
    );
    await write('rss.xml', `<enclosure url="${media()}${large}"/>`);
    await write('style.css', `body { background: url(${media()}${small}) }`);
    await write('picture.png', `${media()}${small}`);
    await copy({ base: '/docs', site: 'https://example.org' });
    expect(await read('blog/index.html')).toBe(
      `<meta property="og:image" content="https://example.org/docs/_stele/${large}"><img src="/docs/_stele/${large}" srcset="/docs/_stele/${small} 320w, /docs/_stele/${large} 640w">
       <astro-island props="{&quot;src&quot;:[0,&quot;/docs/_stele/${small}&quot;]}"><a href='https://elsewhere.example/x&quot;,/docs/_stele/${manual}'>`,
    );
    expect(await read('rss.xml')).toBe(`<enclosure url="https://example.org/docs/_stele/${large}"/>`);
    expect(await read('style.css')).toBe(`body { background: url(/docs/_stele/${small}) }`);
    expect(await read('picture.png')).toBe(`${media()}${small}`);
    expect(await read(`_stele/${large}`)).toBe('large');
    expect(await read(`_stele/${manual}`)).toBe('PDF');
    const copies = (await readdir(dist('_stele'), { recursive: true, withFileTypes: true })).filter((f) => f.isFile());
    expect(copies).toHaveLength(3);
    expect(site.content.requests).toHaveLength(3);
  });

  it('are fetched only once, though a build begins with an empty folder', async () => {
    const [first, second] = [await store('first'), await store('second')];
    await write('index.html', `${media()}${first}`);
    await copy();
    await rm(dist(), { recursive: true });
    await write('index.html', `${media()}${first} ${media()}${second}`);
    site.content.clear();
    await copy();
    expect(site.content.requests).toEqual([`/${PROJECT}/media/${second}`]);
    expect([await read(`_stele/${first}`), await read(`_stele/${second}`)]).toEqual(['first', 'second']);
    expect(said.at(-1)).toMatch(/^2 files copied into .*_stele, 1 of them fetched$/);
  });

  it('are fetched a few at a time, and again when the host fails', async () => {
    const files = await Promise.all(Array.from({ length: 12 }, (_, n) => store(`picture ${n}`)));
    await write('index.html', files.map((file) => media() + file).join('\n'));
    let [open, most, failures] = [0, 0, 0];
    site.content.intercept = (_request, response) => {
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => {
        open -= 1;
      });
      if (failures++ > 0) return false;
      response.writeHead(200, { 'content-length': 100 }).write('half');
      response.destroy();
      return true;
    };
    await copy();
    expect(most).toBeLessThanOrEqual(4);
    for (const [n, file] of files.entries()) expect(await read(`_stele/${file}`)).toBe(`picture ${n}`);
  });

  it('are waited for, longer each time, while the host restarts or is asked too much', async () => {
    const clock = new FakeClock();
    const file = await store('patience');
    await write('index.html', media() + file);
    const answers = [503, 429, 503];
    site.content.intercept = (_request, response) => {
      const status = answers.shift();
      return status !== undefined && refuse(response, status, 'busy');
    };
    await copyAssets({ folder: dist(), cache: path.join(folder, 'cache') }, log, clock);
    expect(await read(`_stele/${file}`)).toBe('patience');
    expect(clock.sleeps).toEqual([150, 300, 600]);
  });

  it('stay byte by byte what they are, and an earlier copy is no page', async () => {
    const inner = `${media()}${await store('inner')}`;
    const file = await store(inner, 'addresses.txt', 'text/plain');
    for (const keepsLength of [false, true]) {
      await write('index.html', media() + file);
      await copy({ keepsLength });
      const shown = (await read('index.html')).slice(1).replace(/[?]_+$/, '');
      expect(await read(shown)).toBe(inner);
      await copy({ keepsLength });
      expect(await read(shown)).toBe(inner);
    }
  });

  it('are not copied when a page cannot be read', async () => {
    await write('index.html', media() + (await store('picture')));
    await symlink('loop.html', dist('loop.html'));
    await expect(copy()).rejects.toThrow('ELOOP');
  });

  it('fail the build by their names when they are missing or damaged, and nothing changes then', async () => {
    const there = await store('there');
    const missing = `${ASSET}/0123456789abcdef01234567/Lake.webp`;
    const page = `${media()}${there} ${media()}${missing}`;
    await write('index.html', page);
    await expect(copy()).rejects.toThrow(`The file Lake.webp of the asset ${ASSET} can't be copied into the website`);
    expect(await read('index.html')).toBe(page);
    await site.storage.put(`${PROJECT}/media/${missing}`, Buffer.from('other'), { contentType: 'image/webp' });
    await expect(copy()).rejects.toThrow(`${media()}${missing} isn't what its address promises.`);
    expect((await readdir(path.join(folder, 'cache'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('get addresses of the same length for Next.js, with those that its loader for pictures reads', async () => {
    const [small, large] = [await store('small'), await store('large')];
    const src = `${media()}${large}#stele:640=${encodeURIComponent(small.slice(ASSET.length + 1))}`;
    await write('index.html', src);
    await copy({ keepsLength: true, base: '/blog' });
    const own = await read('index.html');
    expect(own).toHaveLength(src.length);
    expect(own).toMatch(new RegExp(`^/blog/_stele/${large}[?]_+#stele:`));
    expect(await readdir(dist())).toEqual(['_stele', 'index.html']);
    expect(loader({ src: own, width: 640 })).toBe(own.split('#')[0]?.replace(large, small));
    await write('index.html', src);
    await expect(copy({ keepsLength: true, base: 'a'.repeat(200) })).rejects.toThrow('is longer than');
  });
});

describe('files that a page names', () => {
  it('stay where they are unless they belong to a project that the build read', async () => {
    vi.stubEnv('STELE_CONTENT_URL', undefined);
    const other = await startGate(Number(new URL(site.content.url).port));
    const [own, foreign] = [await store('own'), await store('foreign', 'Lake.webp')];
    const page = [
      `${other.url}/${PROJECT}/media/${foreign}`,
      `${site.content.url}/prj_other/media/${foreign}`,
      `${site.content.url}/admin?do=x/${PROJECT}/media/${foreign}`,
      `http://127.0.0.1:9/${PROJECT}/media/${foreign}`,
    ].join(' ');
    await write('index.html', `${page} ${media()}${own}`);
    await copy();
    expect(await read('index.html')).toBe(`${page} ${media()}${own}`);
    const snapshot = await publish(site.storage, 1, [{ collection: 'posts', locale: 'en', entries: [entry(1)] }]);
    await putMirror(site.storage, TOKEN, snapshot);
    const options = { url: 'http://127.0.0.1:9', token: TOKEN, retries: 0, report: false };
    await site.loader(options).load('posts', { locale: 'en' });
    site.content.clear();
    await copy();
    expect(await read('index.html')).toBe(`${page} /_stele/${own}`);
    expect([site.content.requests, other.requests]).toEqual([[`/${PROJECT}/media/${own}`], []]);
    expect(said.join('\n')).toContain(`Not copied: ${foreign}`);
    await other.stop();
  });

  it('stay where they are when a website could run them', async () => {
    const files = [
      await store('<script>1</script>', 'x.html', 'text/plain'),
      await store('<a xmlns="x"/>', 'track.gpx', 'application/gpx+xml'),
      await store('alert(1)', 'x.mjs', 'text/plain'),
      await store('<x><script xmlns="http://www.w3.org/1999/xhtml">1</script></x>', 'x.svg', 'text/plain'),
    ];
    const [drawing, text] = [
      await store('<svg/>', 'x.svg', 'image/svg+xml'),
      await store('plain', 'x.txt', 'text/plain'),
    ];
    const page = files.map((file) => media() + file).join(' ');
    await write('index.html', `${page} ${media()}${drawing} ${media()}${text}`);
    for (const _ of ['first', 'second']) {
      await copy();
      expect(await read('index.html')).toBe(`${page} /_stele/${drawing} /_stele/${text}`);
      const copies = await readdir(dist('_stele'), { recursive: true, withFileTypes: true });
      expect(copies.filter((one) => one.isFile())).toHaveLength(2);
    }
  });

  it('are not looked for elsewhere', async () => {
    const [file, elsewhere] = [await store('moved'), await startGate(0)];
    await write('index.html', media() + file);
    site.content.intercept = (request, response) => {
      response.writeHead(302, { location: `${elsewhere.url}${request.url}` }).end();
      return true;
    };
    await expect(copy()).rejects.toThrow('answered 302');
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.stop();
  });
});

describe('a website of Next.js that is built elsewhere', () => {
  const finish = async (assets?: 'copy') => {
    const script = await bundleProgram(path.join(import.meta.dirname, '..', 'src', 'next-config', 'finish.ts'));
    const work = JSON.stringify({ targets: [{ folder: dist() }], finish: { assets } });
    return spawnSync(process.execPath, [script, work], { encoding: 'utf8' });
  };

  it('is not checked, and a line says so; but the build fails that should copy files', async () => {
    const isnt = `The built website isn't in ${dist()}, so`;
    expect(await finish()).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(`${isnt} where it points to wasn't`),
    });
    expect(await finish('copy')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${isnt} no files can be`),
    });
  });
});

describe('a program that writes HTML itself', () => {
  it('has the website finished as the plugins do', async () => {
    await write('index.html', `${media()}${await store('picture')}`);
    await expect(finishWebsite({ folder: dist(), strict: true })).rejects.toThrow('THE BUILT WEBSITE POINTS TO');
    await expect(finishWebsite({ folder: dist(), assets: 'link' as never })).rejects.toThrow(
      'The option assets is wrong.',
    );
  });
});

describe('the options of a build', () => {
  it('are checked', async () => {
    const wrong = { assets: 'link' } as never;
    expect(() => steleBuild(wrong)).toThrow("The option assets is wrong. It should be 'copy', or left out.");
    expect(() => withStele({}, wrong)).toThrow('The option assets is wrong.');
    const config = withStele({ distDir: 'build' }, { assets: 'copy' });
    const context = { defaultConfig: {} };
    expect(await config('phase-development-server', context)).toMatchObject({ distDir: 'build' });
    await expect(config('phase-production-build', context)).rejects.toThrow("needs output: 'export'");
  });
});

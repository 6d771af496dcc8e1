import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageName, scaffold } from '../src/scaffold.ts';
import { TEMPLATES } from '../src/templates.ts';
import { chooseAstro } from '../src/versions.ts';

const run = promisify(execFile);
const MAIN = path.join(import.meta.dirname, '..', 'dist', 'main.js');

const FACTS = { version: '1.0.0', astro: '^9.0.0' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'create-stele-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a new site', () => {
  it.each(TEMPLATES)('with %s has everything under its own name, and nothing left to fill in', async (template) => {
    const site = path.join(folder, 'My Site');
    await scaffold(site, template, { version: '1.2.3', astro: '^9.0.0' });
    const files = await readdir(site);
    expect(files).toEqual(expect.arrayContaining(['.env', '.gitignore', 'package.json', 'stele.config.ts', 'content']));
    expect(files.filter((name) => name.startsWith('_'))).toEqual([]);
    const manifest = JSON.parse(await readFile(path.join(site, 'package.json'), 'utf8'));
    expect(manifest.name).toBe('my-site');
    expect(manifest.scripts.dev).toMatch(/^stele dev --content \.\/content -- /);
    expect({ ...manifest.dependencies, ...manifest.devDependencies }).toMatchObject({
      '@stele/cli': '^1.2.3',
      '@stele/loader': '^1.2.3',
      '@stele/schema': '^1.2.3',
      '@stele/server': '^1.2.3',
    });
    const ignored = (await readFile(path.join(site, '.gitignore'), 'utf8')).split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['node_modules', '.env*', '.stele']));
  });

  it('has pictures that are what their description says, each used by an entry', async () => {
    await scaffold(folder, 'none', FACTS);
    const content = path.join(folder, 'content');
    const lines = (await readFile(path.join(content, 'assets', 'assets.jsonl'), 'utf8')).trim().split('\n');
    const entries = await readFile(path.join(content, 'entries.jsonl'), 'utf8');
    for (const line of lines) {
      const { name, sha256, bytes, alt_text: texts } = JSON.parse(line);
      const file = await readFile(path.join(content, 'assets', 'files', `${sha256}.webp`));
      expect([createHash('sha256').update(file).digest('hex'), file.length]).toEqual([sha256, bytes]);
      expect(texts.en).not.toBe('');
      expect(entries).toContain(`"hero":"${name}"`);
    }
  });

  it('with Astro has the version of it that Node runs, and says so when that is not the newest', async () => {
    await scaffold(folder, 'astro', FACTS);
    expect(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')).dependencies.astro).toBe('^9.0.0');
    expect(['20.19.0', '22.11.9', '22.12.0', '24.1.0'].map((node) => chooseAstro(node).version[1])).toEqual([
      '5',
      '5',
      '7',
      '7',
    ]);
    expect(chooseAstro('20.19.0').note).toBe(
      'It has Astro 5, since this is Node 20.19.0: Astro 7 needs Node 22.12 or later.',
    );
    expect(chooseAstro('24.1.0').note).toBeNull();
  });

  it('with Next.js has a secret of its own for drafts', async () => {
    const secretOf = async (name: string): Promise<string> => {
      await scaffold(path.join(folder, name), 'next', FACTS);
      return parseEnv(await readFile(path.join(folder, name, '.env'), 'utf8')).STELE_PREVIEW_SECRET ?? '';
    };
    const secrets = [await secretOf('one'), await secretOf('two')];
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{32}$/);
    expect(new Set(secrets).size).toBe(2);
  });

  it('is made in no folder that holds something', async () => {
    await writeFile(path.join(folder, 'index.html'), 'mine');
    await expect(scaffold(folder, 'astro', FACTS)).rejects.toThrow(/isn't empty: it holds index\.html/);
    expect(await readdir(folder)).toEqual(['index.html']);
  });

  it('without a framework tells stele dev where it is', async () => {
    await scaffold(folder, 'none', FACTS);
    await mkdir(path.join(folder, 'node_modules', '@stele'), { recursive: true });
    const loader = path.join(import.meta.dirname, '..', 'node_modules/@stele/loader');
    await symlink(await realpath(loader), path.join(folder, 'node_modules/@stele/loader'));
    const file = path.join(folder, 'site-url');
    const site = spawn(process.execPath, ['--eval', "import('./server.js').then(({ serve }) => serve(() => ''))"], {
      cwd: folder,
      env: { PORT: '0', STELE_SITE_FILE: file },
    });
    const [said] = await once(site.stdout, 'data');
    site.kill();
    expect(String(said)).toBe(`The site is at ${await readFile(file, 'utf8')}`);
  });

  it('gets a name that npm takes', () => {
    expect(['/x/My Site!', './_blog', '/x/a.b', '/x/äö'].map(packageName)).toEqual([
      'my-site',
      'blog',
      'a.b',
      'my-site',
    ]);
  });
});

describe('the command', () => {
  it('makes a site and says what to do next', async () => {
    const { stdout } = await run(process.execPath, [MAIN, 'site', '--template', 'next'], { cwd: folder });
    expect(stdout).toBe('Created site. Next:\n\n  cd site\n  npm install\n  npm run dev\n');
    expect(await readdir(path.join(folder, 'site'))).toContain('next.config.mjs');
  });

  it('quotes a folder that a shell would not take as it is', async () => {
    const { stdout } = await run(process.execPath, [MAIN, "bad name! it's", '--template', 'none'], { cwd: folder });
    expect(stdout).toContain(`  cd 'bad name! it'\\''s'\n`);
  });

  it('makes a site of the folder that it runs in', async () => {
    const { stdout } = await run(process.execPath, [MAIN, '.', '--template', 'none'], { cwd: folder });
    expect(stdout).toBe('Created the site in this folder. Next:\n\n  npm install\n  npm run dev\n');
  });

  it.each([
    [['site', '--template', 'vue'], 'There is no template "vue". Choose one of astro, next, none.'],
    [['site'], 'Choose a template: --template astro|next|none'],
    [['--template', 'none'], 'Name the folder: npm create stele@latest my-site'],
  ])('says what is missing of %j where nobody can be asked', async (args, message) => {
    const failed = await run(process.execPath, [MAIN, ...args], { cwd: folder }).catch((error) => error);
    expect([failed.code, failed.stderr]).toEqual([2, `${message}\n`]);
    expect(await readdir(folder)).toEqual([]);
  });
});

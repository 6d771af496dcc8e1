import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { MediaApp } from '@stele/core/testing/media-app';
import type { TestProject } from '@stele/core/testing/test-app';
import { expect } from 'vitest';
import { makeWorkplace, type Workplace } from './stele.ts';

const LOADER = path.join(import.meta.dirname, '..', '..', '..', 'loader');
const run = promisify(execFile);

/** A folder with a site, beside a project that its content is in. */
export class TestSite {
  readonly place: Workplace;
  readonly project: TestProject;
  /** Further variables of builds. */
  readonly env: Record<string, string> = {};
  readonly #app: MediaApp;

  private constructor(app: MediaApp, project: TestProject, place: Workplace) {
    this.#app = app;
    this.project = project;
    this.place = place;
  }

  static async make(app: MediaApp, locales: string[] = ['en']): Promise<TestSite> {
    return new TestSite(app, await app.project({ locales }), await makeWorkplace());
  }

  /** Variables of commands that talk to the project. */
  get connected(): Readonly<Record<string, string>> {
    return { STELE_URL: this.#app.url, STELE_TOKEN: this.project.tokens.admin };
  }

  /** Has a manifest name packages, and keeps the variables of the project in .env. */
  async declare(dependencies: readonly string[]): Promise<void> {
    const { place, project } = this;
    const listed = Object.fromEntries([...dependencies, '@stele/loader'].map((name) => [name, '*']));
    const manifest = { name: 'a-site', type: 'module', private: true, dependencies: listed };
    await place.write('package.json', JSON.stringify(manifest));
    await place.write(
      '.env',
      `STELE_URL=${this.#app.url}\nSTELE_CONTENT_URL=${this.#app.contentUrl}\nSTELE_PROJECT=${project.id}\nSTELE_TOKEN=${project.tokens.read_published}\n`,
    );
  }

  /** Installs packages of the loader's own tests, and the built loader, besides. */
  async install(dependencies: readonly string[]): Promise<void> {
    await this.declare(dependencies);
    const modules = path.join(this.place.folder, 'node_modules');
    await mkdir(path.join(modules, '@stele'), { recursive: true });
    await symlink(LOADER, path.join(modules, '@stele', 'loader'));
    for (const name of dependencies) {
      await mkdir(path.join(modules, path.dirname(name)), { recursive: true });
      await symlink(path.join(LOADER, 'node_modules', name), path.join(modules, name));
    }
  }

  /** Writes a site with Vite that knows nothing of Stele. */
  async writeVite(): Promise<void> {
    const config = "import { defineConfig } from 'vite';\n\nexport default defineConfig({ plugins: [] });\n";
    await this.place.write('vite.config.js', config);
    await this.place.write('index.html', '<html>\n  <body>\n    <h1>Mine</h1>\n  </body>\n</html>\n');
  }

  /** Writes a site with Astro that has collections of its own, and knows nothing of Stele. */
  async writeAstro(): Promise<void> {
    await mkdir(path.join(this.place.folder, 'src', 'pages'), { recursive: true });
    await this.place.write('src/pages/index.astro', '<h1>Mine</h1>\n');
    const config = "// @ts-check\nimport { defineConfig } from 'astro/config';\n\nexport default defineConfig({});\n";
    await this.place.write('astro.config.mjs', config);
    await this.place.write(
      'src/content.config.ts',
      "import { defineCollection } from 'astro:content';\n\nconst own = defineCollection({ loader: () => [{ id: 'a' }] });\nexport const collections = { own };\n",
    );
  }

  /** Pushes the config and publishes an entry of its collection. */
  async publishOne(collection: string): Promise<void> {
    const pushed = await this.place.run(['push', '--yes'], this.connected);
    expect([pushed.code, pushed.stderr]).toEqual([0, '']);
    const entries = `/projects/${this.project.id}/entries`;
    const values = { en: { title: 'Hello from Stele', slug: 'hello', date: '2026-11-23' } };
    const { body } = await this.project.api.post(entries, { collection_key: collection, values });
    expect((await this.project.api.post(`${entries}/${body.id}/publish`, { locales: ['en'] })).status).toBe(200);
  }

  read(name: string): Promise<string> {
    return readFile(path.join(this.place.folder, name), 'utf8');
  }

  /** All pages and scripts below a folder. */
  async textOf(folder: string): Promise<string> {
    const names = await readdir(path.join(this.place.folder, folder), { recursive: true });
    const texts = names.filter((name) => /\.(html|js)$/.test(name)).map((name) => this.read(path.join(folder, name)));
    return (await Promise.all(texts)).join('\n');
  }

  /** Builds the site. @param file of the framework's command, behind node_modules @returns the build's output */
  async build(file: string, ...args: string[]): Promise<string> {
    const { folder } = this.place;
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      NODE_ENV: 'production' as const,
      CI: '',
      NEXT_TELEMETRY_DISABLED: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      ...this.env,
    };
    const script = path.join(folder, 'node_modules', file);
    const { stdout, stderr } = await run(process.execPath, [script, 'build', ...args], { cwd: folder, env }).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${error.stdout}\n${error.stderr}`);
      },
    );
    return `${stdout}\n${stderr}`;
  }

  /** The file of a package's command, behind node_modules. */
  async binOf(name: string): Promise<string> {
    const { bin } = JSON.parse(await this.read(`node_modules/${name}/package.json`)) as { bin: Record<string, string> };
    return path.join(name, bin[name] ?? '');
  }
}

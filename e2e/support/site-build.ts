import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './instance.ts';

const run = promisify(execFile);
const NPM_FLAGS = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

/** A website's project, installed as users do: with the packed loader, outside this repository. */
export class InstalledSite {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Copies an example into a new folder and installs it. @param folder doesn't exist yet */
  static async install(example: string, folder: string): Promise<InstalledSite> {
    await mkdir(folder, { recursive: true });
    const loader = path.join(ROOT, 'packages', 'loader');
    const packed = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: loader,
    });
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
    await cp(path.join(ROOT, example), folder, {
      recursive: true,
      filter: (source) => !/\/(node_modules|dist|_site|\.astro|\.next)$/.test(source),
    });
    await withoutDevelopment(path.join(folder, 'package.json'));
    await run('npm', ['install', ...NPM_FLAGS, `./${filename}`], { cwd: folder });
    return new InstalledSite(folder);
  }

  /** Runs one of its programs. @returns the program's output; @throws with that when it fails */
  async run(command: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
    const [program = '', ...args] = command;
    try {
      const { stdout, stderr } = await run(path.join(this.folder, 'node_modules', '.bin', program), args, {
        cwd: this.folder,
        maxBuffer: 100_000_000,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', NO_COLOR: '1', ...env },
      });
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command.join(' ')} failed:\n${stdout}\n${stderr}`);
    }
  }

  /** Runs a module, given as text, as if it were one of its files. @returns the module's output */
  async evaluate(module: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const args = ['--input-type=module', '--eval', module];
    const { stdout } = await run(process.execPath, args, {
      cwd: this.folder,
      maxBuffer: 100_000_000,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    });
    return stdout;
  }

  /** Writes the address of its content into its `.env`. */
  async connect(variables: Readonly<Record<string, string>>): Promise<void> {
    const lines = Object.entries(variables).map((pair) => pair.join('='));
    await writeFile(path.join(this.folder, '.env'), lines.join('\n'));
  }

  /** Deletes the folders that builds wrote. */
  async forget(...folders: readonly string[]): Promise<void> {
    for (const folder of folders) await rm(path.join(this.folder, folder), { recursive: true, force: true });
  }

  /** The text of a file. */
  read(file: string): Promise<string> {
    return readFile(path.join(this.folder, file), 'utf8');
  }

  /** The built pages below a folder, sorted: `en/about/index.html`. */
  async pages(folder: string): Promise<string[]> {
    const files = await readdir(path.join(this.folder, folder), { recursive: true });
    return files.filter((file) => file.endsWith('.html')).sort();
  }
}

/** Removes what a build doesn't need: the packages of this repository besides the loader. */
async function withoutDevelopment(file: string): Promise<void> {
  const { devDependencies: _, ...project } = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify(project, null, 2));
}

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

const bundled = new Map<string, Promise<string>>();

/**
 * Makes few files of a TypeScript program and all sources of the workspace that it imports: Node starts them several times as
 * fast as a loader that compiles each source by itself.
 *
 * @param file the program's absolute path
 * @returns the path of the file to run
 */
export function bundleProgram(file: string): Promise<string> {
  const made = bundled.get(file) ?? bundle(file);
  bundled.set(file, made);
  return made;
}

async function bundle(file: string): Promise<string> {
  const name = path.relative(ROOT, file);
  // A program of another checkout stays in it.
  const home = name.startsWith('..') ? path.dirname(file) : path.join(ROOT, 'node_modules', '.cache', 'programs');
  const folder = path.join(home, name.replaceAll('..', '').replaceAll(path.sep, '-'));
  const { outputFiles } = await build({
    entryPoints: { main: file },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    sourcemap: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@stele/source'],
    plugins: [sourcesOnly],
    write: false,
  });
  await mkdir(folder, { recursive: true });
  // Workers make the same files at the same time, and run them.
  for (const { path: target, contents } of outputFiles) {
    const unfinished = `${target}.${randomUUID()}`;
    await writeFile(unfinished, contents);
    await rename(unfinished, target);
  }
  return path.join(folder, 'main.mjs');
}

/** Leaves libraries where they are, and has each source know where it came from. */
const sourcesOnly: Plugin = {
  name: 'sources-only',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path: name, pluginData, ...from }) => {
      if (pluginData === 'asked' || name.startsWith('node:') || from.kind === 'entry-point') return undefined;
      const found = await build.resolve(name, { ...from, pluginData: 'asked' });
      if (found.external || found.errors.length > 0 || !found.path.includes('node_modules')) return found;
      return { path: pathToFileURL(found.path).href, external: true };
    });
    build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const contents = (await readFile(file, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)));
      const unknown = /^(?!\s*(?:\/\/|\*)).*\b(import\.meta\.\w+)/m.exec(contents)?.[1];
      return unknown ? { errors: [{ text: `${file}: ${unknown} is not known here` }] } : { loader: 'ts', contents };
    });
  },
};

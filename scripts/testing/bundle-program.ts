import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Where bundles go: below the package whose tests run. */
const FOLDER = path.join('node_modules', '.cache', 'programs');

const bundled = new Map<string, Promise<string>>();

/**
 * Makes one file of a TypeScript program and all sources of the workspace that it imports: Node starts it several times as
 * fast as a loader that compiles each file by itself.
 *
 * @param file its absolute path
 * @returns the path of the file to run
 */
export function bundleProgram(file: string): Promise<string> {
  const known = bundled.get(file);
  if (known) return known;
  const made = bundle(file);
  bundled.set(file, made);
  return made;
}

async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@stele/source'],
    plugins: [sourcesOnly],
    write: false,
  });
  const name = path.relative(path.join(import.meta.dirname, '..', '..'), file).replaceAll(path.sep, '-');
  const target = path.resolve(FOLDER, `${name}.mjs`);
  await mkdir(path.dirname(target), { recursive: true });
  // Workers make the same file at the same time, and run it.
  const unfinished = `${target}.${randomUUID()}`;
  await writeFile(unfinished, outputFiles[0]?.contents ?? '');
  await rename(unfinished, target);
  return target;
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
    build.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => ({
      loader: 'ts',
      contents: (await readFile(file, 'utf8'))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file))),
    }));
  },
};

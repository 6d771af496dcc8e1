// Makes few files of a program: its sources, those of the packages of this repository, and what these import from the registry.
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '..', '..');
const DIST = path.join(PACKAGE, 'dist');
const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
/** The packages that are installed, and one that `pg` can do without. */
const INSTALLED = [...Object.keys({ ...dependencies, ...peerDependencies }), 'pg-native'];
const PRISMA = '@prisma/client/runtime/client';

/**
 * Bundles programs into a folder of dist. They share what they have in common, and modules that are imported late stay in files of their own.
 *
 * @param {Record<string, string>} programs name → source file, relative to the root
 * @param {string} folder below dist
 * @returns {Promise<Set<string>>} the folders of the packages that something was taken from
 */
export async function bundlePrograms(programs, folder) {
  const build = await rolldown({
    cwd: ROOT,
    platform: 'node',
    // Of two module formats the newer one: of the older one, names can't be imported.
    resolve: {
      conditionNames: ['@stele/source', 'node'],
      mainFields: ['module', 'main'],
      alias: { [PRISMA]: createRequire(`${PACKAGE}/`).resolve(PRISMA).replace(/js$/, 'mjs') },
    },
    input: Object.fromEntries(Object.entries(programs).map(([name, file]) => [name, path.join(ROOT, file)])),
    external: (id) => isBuiltin(id) || INSTALLED.some((name) => id === name || id.startsWith(`${name}/`)),
    // Without this, a program would hold what another one imports, and run there.
    experimental: { chunkOptimization: false },
    plugins: [keepPlaces(path.join(DIST, folder))],
    onLog(level, log, handle) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      if (log.code !== 'EVAL') handle(level, log);
    },
  });
  const { output } = await build.write({
    dir: path.join(DIST, folder),
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await build.close();
  return new Set(output.flatMap((chunk) => Object.keys(chunk.modules ?? {})).flatMap((file) => packageOf(file) ?? []));
}

/** Modules find files beside them, such as migrations: they go on to see the place that they'd have if each were compiled alone. */
function keepPlaces(folder) {
  return {
    name: 'keep-places',
    transform: {
      filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: 'import.meta.url' },
      handler(code, id) {
        const [part, file] = path.relative(ROOT, id).replace(/\.ts$/, '.js').split(`${path.sep}src${path.sep}`);
        const compiled = path.join(ROOT, part) === PACKAGE ? DIST : path.join(DIST, part, 'dist');
        const place = path.relative(folder, path.join(compiled, file)).split(path.sep).join('/');
        return { code: code.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`), map: null };
      },
    },
  };
}

/** The folder of the package that a module is in. @param {string} file */
function packageOf(file) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.replaceAll('\\', '/').replace(/^\0/, ''))?.[0];
}

/** A package's name, version and licence. @param {string} folder */
export function describePackageIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { name, versions: [version], license, paths: [folder] };
}

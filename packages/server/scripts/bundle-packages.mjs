// Bundles those packages that are many times as large as what the server uses of them: types, source maps, other module
// formats, other databases' compilers, and packages that they ask for and only their authors need.
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';

/** The bundled packages, by their names or scopes. */
const BUNDLED =
  /^(@aws-sdk|@better-auth|@cantoo\/pdf-lib|@prisma|@trpc\/server|better-auth|mediabunny|openid-client|trpc-to-openapi|zod|zod-openapi)(\/|$)/;

const PRISMA = '@prisma/client/runtime/client';

/** Whether a module is part of a package that is bundled. @param {string} name as an import has it */
export const isBundled = (name) => BUNDLED.test(name);

/** The file that an imported module becomes. @param {string} name @param {string} folder */
export const bundleOf = (name, folder) => path.join(folder, `${name.replace(/\.m?js$/, '').replaceAll('/', '-')}.js`);

/**
 * Bundles modules of packages, with all that they import, into a folder. They share what they have in common.
 *
 * @param {Iterable<string>} names of the modules
 * @param {{ from: string, to: string, isInstalled: (name: string) => boolean }} places where the packages are found, the
 * folder, and what is left to be installed
 * @returns {Promise<Set<string>>} the folders of the packages that something was taken from
 */
export async function bundlePackages(names, { from, to, isInstalled }) {
  const build = await rolldown({
    cwd: from,
    platform: 'node',
    // Of two module formats the newer one: of the older one, names can't be imported.
    resolve: {
      mainFields: ['module', 'main'],
      alias: { [PRISMA]: createRequire(`${from}/`).resolve(PRISMA).replace(/js$/, 'mjs') },
    },
    input: Object.fromEntries([...names].map((name) => [path.basename(bundleOf(name, to), '.js'), name])),
    external: (id) => isBuiltin(id) || isInstalled(id),
    onLog(level, log, handle) {
      if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
      if (log.code !== 'EVAL') handle(level, log);
    },
  });
  const { output } = await build.write({ dir: to, entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' });
  await build.close();
  return new Set(output.flatMap((chunk) => Object.keys(chunk.modules ?? {})).flatMap((file) => packageOf(file) ?? []));
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

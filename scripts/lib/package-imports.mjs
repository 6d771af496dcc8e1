import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listSources } from './file-listing.mjs';
import { SCRIPT, SOURCE_FOLDERS } from './nearest-tests.mjs';

const RELATIVE = /^(?!\s*(?:\/\/|\*)).*?(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.[^'\n]+)'/gm;

/**
 * The relative imports that lead out of their package. A package that another one imports in this way isn't among its
 * dependencies, so nobody knows whose tests a change concerns.
 *
 * @param {string} root
 * @returns {string[]} `packages/x/test/a.test.ts → packages/y/src/b.ts`
 */
export function importsOutOfPackages(root) {
  return listSources(root, SOURCE_FOLDERS)
    .filter((file) => SCRIPT.test(file))
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), 'utf8').matchAll(RELATIVE)]
        .map(([, specifier]) => path.join(path.dirname(file), specifier))
        .filter((target) => packageOf(target) !== packageOf(file))
        .map((target) => `${file} → ${target}`),
    );
}

/** The folder of a file's package, relative to the root. */
export function packageOf(file) {
  const [top, name] = file.split(path.sep);
  return top === 'packages' || top === 'apps' ? path.join(top, name) : top;
}

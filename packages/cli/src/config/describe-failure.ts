import path from 'node:path';
import { BUILDERS, nearest, SchemaError } from '@stele/schema';
import { reasonOf } from '../errors.ts';
import type { Io } from '../io.ts';
import { readTextIfThere } from '../write-file.ts';

/** Finds the name under which a module imports the whole schema package. */
const NAMESPACE = /\*\s*as\s+([\w$]+)\s+from\s*['"]@stele\/schema['"]/g;

/**
 * Why a config can't be run, with the file and the line; of a builder that isn't there, what to write instead.
 *
 * @param file the config
 * @param name the config's name in messages
 */
export async function describeFailure(io: Io, error: unknown, file: string, name: string): Promise<string> {
  const reason = reasonOf(error);
  // A schema's mistakes are named by keys: the line of `defineConfig` says nothing of them.
  if (!(error instanceof Error) || error.name === SchemaError.name) return `${name}: ${reason}`;
  const place = placeIn(error, path.dirname(file) + path.sep);
  if (place === null) return `${name}: ${missingBuilder(error, []) ?? reason}`;
  const source = (await readTextIfThere(io, place.file)) ?? '';
  const namespaces = [...source.matchAll(NAMESPACE)].map(([, namespace]) => namespace);
  const shown = place.file === file ? name : path.relative(io.cwd, place.file);
  return `${shown}:${place.line}: ${missingBuilder(error, namespaces) ?? reason}`;
}

/** The innermost line of a folder's files in the stack of an error; null when there's none. */
function placeIn({ stack = '' }: Error, folder: string): { readonly file: string; readonly line: string } | null {
  for (const frame of stack.split('\n')) {
    const [, file, line] = /^\s+at (?:.*\()?(?:file:\/\/)?(.+?):(\d+):\d+\)?$/.exec(frame) ?? [];
    if (!file?.startsWith(folder) || line === undefined) continue;
    if (!file.includes(`${path.sep}node_modules${path.sep}`)) return { file, line };
  }
  return null;
}

/**
 * Advice about a builder that isn't imported or doesn't exist; null for another error.
 *
 * @param namespaces names that stand for all of the package
 */
function missingBuilder({ message }: Error, namespaces: readonly (string | undefined)[]): string | null {
  const [, unknown] = /^([\w$]+) is not defined$/.exec(message) ?? [];
  const [, ofPackage] = /^\(0 ?, ?_schema\.([\w$]+)\) is not a function$/.exec(message) ?? [];
  const [, owner, member] = /^([\w$]+)\.([\w$]+) is not a function$/.exec(message) ?? [];
  const called = unknown ?? ofPackage ?? (namespaces.includes(owner) ? member : undefined);
  if (called === undefined) return null;
  if (unknown !== undefined && BUILDERS.includes(unknown)) {
    return `${unknown} is not imported. Write at the top: import { ${unknown} } from '@stele/schema';`;
  }
  // The builder exists in the package: the call is to another module, or to an older copy of the package.
  if (BUILDERS.includes(called)) return null;
  const near = nearest(called, BUILDERS);
  if (near !== null) return `There is no ${called}() in @stele/schema; write ${near}().`;
  const builders = `The builders of @stele/schema are: ${BUILDERS.join(', ')}.`;
  if (unknown !== undefined) return `${unknown} is not defined. Declare it, or import it. ${builders}`;
  return `There is no ${called}() in @stele/schema. ${builders}`;
}

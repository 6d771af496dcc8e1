import path from 'node:path';
import { BUILDERS, nearest, SchemaError } from '@stele/schema';
import { reasonOf } from '../errors.ts';

/**
 * Why a config can't be run, with the file and the line; of a builder that isn't there, what to write instead.
 *
 * @param file the config
 * @param name what the config is called for people
 */
export function describeFailure(error: unknown, file: string, name: string): string {
  const reason = reasonOf(error);
  // A schema's mistakes are named by keys: the line of `defineConfig` says nothing of them.
  if (!(error instanceof Error) || error.name === SchemaError.name) return `${name}: ${reason}`;
  return `${placeIn(error, file, name)}: ${missingBuilder(error) ?? reason}`;
}

/** The innermost line of the config, or of a file beside it, that an error came through. */
function placeIn({ stack = '' }: Error, file: string, name: string): string {
  const folder = path.dirname(file) + path.sep;
  for (const frame of stack.split('\n')) {
    const [, place, line] = /^\s+at (?:.*\()?(?:file:\/\/)?(.+?):(\d+):\d+\)?$/.exec(frame) ?? [];
    if (!place?.startsWith(folder) || place.includes(`${path.sep}node_modules${path.sep}`)) continue;
    return `${place === file ? name : path.relative(process.cwd(), place)}:${line}`;
  }
  return name;
}

/** What to write for a builder that isn't imported, or that there isn't; null for another error. */
function missingBuilder({ message }: Error): string | null {
  const [, unknown] = /^([\w$]+) is not defined$/.exec(message) ?? [];
  const [, ofPackage] = /^\(0 ?, ?_schema\.([\w$]+)\) is not a function$/.exec(message) ?? [];
  const [, member] = /^[\w$]+\.([\w$]+) is not a function$/.exec(message) ?? [];
  const called = unknown ?? ofPackage ?? member;
  if (called === undefined) return null;
  if (unknown !== undefined && BUILDERS.includes(unknown)) {
    return `${unknown} is not imported. Write at the top: import { ${unknown} } from '@stele/schema';`;
  }
  const near = nearest(called, BUILDERS);
  if (near !== null) return `There is no ${called}() in @stele/schema; write ${near}().`;
  const builders = `The builders of @stele/schema are: ${BUILDERS.join(', ')}.`;
  if (unknown !== undefined) return `${unknown} is not defined. Declare it, or import it. ${builders}`;
  return ofPackage === undefined ? null : `There is no ${ofPackage}() in @stele/schema. ${builders}`;
}

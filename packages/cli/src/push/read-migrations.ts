import type { Migration } from '@stele/schema';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { requireJson } from '../parse-json.ts';
import { readTextIfThere } from '../write-file.ts';

const KINDS: readonly string[] = ['set_default', 'map_options', 'convert', 'drop'] satisfies Migration['kind'][];

/**
 * Reads migrations from a file: a list such as `[{"kind": "convert", "path": ["posts", "rating"]}]`.
 *
 * @throws UserError when there are none
 */
export async function readMigrations(io: Io, file: string): Promise<readonly Migration[]> {
  const text = await readTextIfThere(io, file);
  if (text === null) throw new UserError(`There is no file ${file}.`);
  const parsed = requireJson(text, file);
  if (!Array.isArray(parsed) || !parsed.every(isMigration)) {
    throw new UserError(
      `${file} isn't a list of migrations: [{"kind": "${KINDS.join('|')}", "path": ["collection", "field"]}, …].`,
    );
  }
  return parsed;
}

/** Whether something has the form of a migration; the API checks the rest. */
function isMigration(value: unknown): value is Migration {
  if (value === null || typeof value !== 'object') return false;
  const { kind, path } = value as { readonly kind?: unknown; readonly path?: unknown };
  return KINDS.includes(String(kind)) && Array.isArray(path) && path.every((part) => typeof part === 'string');
}

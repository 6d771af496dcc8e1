import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as schemaPackage from '@stele/schema';
import { issueLines, parseSchema, type SchemaDocument } from '@stele/schema';
import { createJiti } from 'jiti';
import { UserError } from '../errors.ts';
import { type Io, placeOf } from '../io.ts';
import { requireJson } from '../parse-json.ts';
import { describeFailure } from './describe-failure.ts';
import { CONFIG_NAMES, findConfig } from './find-config.ts';

const PACKAGE = '@stele/schema';

interface LoadedConfig {
  readonly file: string;
  readonly schema: SchemaDocument;
}

/**
 * Reads the config of a project: what its default export defines, or a schema document as JSON.
 *
 * @param file by default the config of the working folder
 * @throws UserError when there is none, it can't be read, or it makes no sense
 */
export async function loadConfig(io: Io, file: string | undefined): Promise<LoadedConfig> {
  const found = file === undefined ? findConfig(io.cwd) : placeOf(io, file);
  if (found === null || !existsSync(found)) {
    const missing =
      found === null ? `There is no config here (${CONFIG_NAMES.join(', ')})` : `There is no file ${found}`;
    throw new UserError(
      `${missing}. "npx stele init" writes one, "npx stele pull" writes it from the project's schema.`,
    );
  }
  const name = path.relative(io.cwd, found) || found;
  if ((await stat(found)).isDirectory()) throw new UserError(`${name} is a folder. Name the config in it.`);
  return {
    file: name,
    schema: found.endsWith('.json') ? await readDocument(found, name) : await readModule(io, found, name),
  };
}

async function readDocument(file: string, name: string): Promise<SchemaDocument> {
  return check(requireJson(await readFile(file, 'utf8'), name), name);
}

async function readModule(io: Io, file: string, name: string): Promise<SchemaDocument> {
  let exported: unknown;
  try {
    // A project that lacks the package gets the command's own.
    const virtualModules = isInstalledFor(file) ? {} : { [PACKAGE]: schemaPackage };
    const jiti = createJiti(file, { virtualModules, fsCache: false, moduleCache: false });
    exported = await jiti.import(file, { default: true });
  } catch (error) {
    throw new UserError(await describeFailure(io, error, file, name));
  }
  if (!isObject(exported)) {
    if (exported === undefined || exported === null) throw new UserError(withoutDefault(name, null));
    throw new UserError(
      `${name} exports a ${typeof exported} that isn't a config. Write: export default defineConfig({ collections: […] });`,
    );
  }
  // The project's own copy of the package has checked what it made, and may know more than this one.
  if (isObject(exported.schema)) return exported.schema as unknown as SchemaDocument;
  if (Array.isArray(exported.collections) && exported.format === undefined) {
    throw new UserError(
      `${name} exports an object that isn't a config yet. Write: export default defineConfig({ collections: […] });`,
    );
  }
  const config = Object.entries(exported).find(([, value]) => isObject(value) && isObject(value.schema))?.[0];
  if (exported.collections === undefined) throw new UserError(withoutDefault(name, config ?? null));
  return check(exported, name);
}

/** @param config the name under which the module exports a config, if it does */
function withoutDefault(name: string, config: string | null): string {
  const wanted = config === null ? 'export default defineConfig({ collections: […] });' : `export default ${config};`;
  return `${name} has no default export. Write at its end: ${wanted}`;
}

function check(input: unknown, name: string): SchemaDocument {
  const { schema, issues } = parseSchema(input);
  if (schema) return schema;
  throw new UserError([`${name} isn't a valid schema:`, ...issueLines(issues, input)].join('\n'), issues);
}

/** Whether a project has the schema package itself. */
function isInstalledFor(file: string): boolean {
  try {
    createRequire(file).resolve(PACKAGE);
    return true;
  } catch {
    return false;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object';
}

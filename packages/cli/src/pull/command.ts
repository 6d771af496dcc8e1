import path from 'node:path';
import { configSource, type SchemaDocument, schemaHash } from '@stele/schema';
import { activeSchema } from '../api.ts';
import { findConfig } from '../config/find-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { UserError } from '../errors.ts';
import { type Io, placeOf } from '../io.ts';
import { Output } from '../output/output.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';

export interface PullOptions extends SharedOptions {
  readonly config?: string;
  readonly force?: boolean;
}

/** `stele pull`: writes the config from the project's schema. */
export async function pullCommand(io: Io, options: PullOptions): Promise<number> {
  const output = new Output(io, options);
  const { api, project } = await openSession(io, options, output, { admin: 'Reading the schema' });
  const active = await activeSchema(api);
  if (!active) throw new UserError(`${project.name} has no schema yet. Write a config ("npx stele init") and push it.`);
  const file = options.config ?? findConfig(io.cwd) ?? 'stele.config.ts';
  const name = path.relative(io.cwd, placeOf(io, file));
  const state = await compare(io, file, active.schema);
  if (state === 'differs' && !options.force) {
    throw new UserError(
      `${name} differs from the project's schema. To overwrite it, run the command again with --force.`,
    );
  }
  if (state !== 'same') await writeFileAtomically(io, file, textFor(file, active.schema));
  output.result({ file: name, version: active.version, hash: active.hash, written: state !== 'same' });
  output.say(
    state === 'same'
      ? `${name} says the same as the schema of ${project.name} (version ${active.version}).`
      : `Wrote the schema of ${project.name} (version ${active.version}) to ${name}.`,
  );
  return 0;
}

/** Whether a config and a schema say the same, however they are written. */
async function compare(io: Io, file: string, schema: SchemaDocument): Promise<'missing' | 'same' | 'differs'> {
  if ((await readTextIfThere(io, file)) === null) return 'missing';
  try {
    const config = await loadConfig(io, file);
    return schemaHash(config.schema) === schemaHash(schema) ? 'same' : 'differs';
  } catch (error) {
    if (error instanceof UserError) return 'differs';
    throw error;
  }
}

function textFor(file: string, schema: SchemaDocument): string {
  if (file.endsWith('.json')) return `${JSON.stringify(schema, null, 2)}\n`;
  return configSource(schema, { typescript: /\.m?ts$/.test(file) });
}

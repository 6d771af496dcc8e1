import { typesSource } from '@stele/schema';
import { activeSchema } from '../api.ts';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { counted, shellWord } from '../output/words.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';
import { TYPES_FILE } from './write-types.ts';

export interface TypesOptions extends SharedOptions {
  readonly out: string;
  readonly check?: boolean;
}

/** `stele types`: writes the types of published values. @returns the exit code: 1 when a check finds a difference */
export async function typesCommand(io: Io, options: TypesOptions): Promise<number> {
  const output = new Output(io, options);
  const { api, project } = await openSession(io, options, output, { admin: 'Reading the schema' });
  const active = await activeSchema(api);
  if (!active) throw new UserError(`${project.name} has no schema yet. Push one first: "npx stele push".`);
  const text = typesSource(active.schema);
  const before = await readTextIfThere(io, options.out);
  const current = before === text;
  output.result({
    file: options.out,
    version: active.version,
    up_to_date: current,
    written: !current && !options.check,
  });
  if (current) {
    output.say(`${options.out} is up to date.`);
    return 0;
  }
  if (options.check) {
    const line = `npx stele types${options.out === TYPES_FILE ? '' : ` --out ${shellWord(options.out)}`}`;
    output.say(
      before === null
        ? `There is no file ${options.out}. Generate it: ${line}`
        : `${options.out} doesn't match the schema of ${project.name}. Generate it again: ${line}`,
    );
    return 1;
  }
  await writeFileAtomically(io, options.out, text);
  output.say(
    `Wrote the types of ${counted(active.schema.collections.length, 'collection', 'collections')} to ${options.out}.`,
  );
  return 0;
}

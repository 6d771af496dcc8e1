import path from 'node:path';
import type { ProjectClient } from '@stele/client';
import { typesSource } from '@stele/schema';
import { activeSchema } from '../api.ts';
import type { Io } from '../io.ts';
import type { Output } from '../output/output.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';

/** Where the types go by default. */
export const TYPES_FILE = 'stele-types.d.ts';

/** Brings a site's file of types up to the active schema, if it has one. @throws UserError; what calls throw */
export async function writeTypesIfThere(io: Io, api: ProjectClient, folder: string, output: Output): Promise<void> {
  const file = path.join(folder, TYPES_FILE);
  const before = await readTextIfThere(io, file);
  const active = before === null ? null : await activeSchema(api);
  const text = active && typesSource(active.schema);
  if (text === null || text === before) return;
  await writeFileAtomically(io, file, text);
  output.say(`Wrote ${TYPES_FILE}.`);
}

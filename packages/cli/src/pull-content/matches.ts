import { isRecord } from '@stele/schema';
import type { Io } from '../io.ts';
import { parseJson } from '../parse-json.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';

/** External ids of a project's entries, by the ids of their counterparts at the source, where the two differ. */
export type Matches = ReadonlyMap<string, string>;

/** The matches of earlier pulls into a project. @param file with the matches of all projects that content was pulled into */
export async function readMatches(io: Io, file: string, projectId: string): Promise<Matches> {
  const own = (await readAll(io, file))[projectId];
  return new Map(Object.entries(isRecord(own) ? own : {}).map(([id, externalId]) => [id, String(externalId)]));
}

/** Adds the matches of a pull to those of earlier ones: a slug may change at the source, and an unpublished entry may come back. */
export async function keepMatches(io: Io, file: string, projectId: string, matches: Matches): Promise<void> {
  const before = await readMatches(io, file, projectId);
  const all = { ...(await readAll(io, file)), [projectId]: Object.fromEntries([...before, ...matches]) };
  await writeFileAtomically(io, file, `${JSON.stringify(all, null, 2)}\n`);
}

/** Empty when the file can't be read: then slugs match again. */
async function readAll(io: Io, file: string): Promise<Readonly<Record<string, unknown>>> {
  const all = parseJson((await readTextIfThere(io, file)) ?? '');
  return isRecord(all) ? all : {};
}

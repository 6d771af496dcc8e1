import { isRecord } from '@stele/schema';
import type { Io } from '../io.ts';
import { parseJson } from '../parse-json.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';

/** Which entry of a project stands for one of the source: its external id by the id at the source, where the two differ. */
export type Matches = ReadonlyMap<string, string>;

/** What an earlier pull into a project matched. @param file with the matches of all projects that content was pulled into */
export async function readMatches(io: Io, file: string, projectId: string): Promise<Matches> {
  const own = (await readAll(io, file))[projectId];
  return new Map(Object.entries(isRecord(own) ? own : {}).map(([id, externalId]) => [id, String(externalId)]));
}

/** Keeps what a pull matched, beside what earlier ones did: a slug that matched may change at the source, and what is off the site may come back. */
export async function keepMatches(io: Io, file: string, projectId: string, matches: Matches): Promise<void> {
  const before = await readMatches(io, file, projectId);
  const all = { ...(await readAll(io, file)), [projectId]: Object.fromEntries([...before, ...matches]) };
  await writeFileAtomically(io, file, `${JSON.stringify(all, null, 2)}\n`);
}

/** Nothing, where the file can't be read: then slugs match again. */
async function readAll(io: Io, file: string): Promise<Readonly<Record<string, unknown>>> {
  const all = parseJson((await readTextIfThere(io, file)) ?? '');
  return isRecord(all) ? all : {};
}

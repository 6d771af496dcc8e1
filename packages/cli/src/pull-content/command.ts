import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { activeSchema } from '../api.ts';
import { type ConnectionOptions, findConnection } from '../connection.ts';
import { UserError } from '../errors.ts';
import { EXIT_SKIPPED, importCommand } from '../import/command.ts';
import { instanceFile } from '../instance-file.ts';
import { type Io, placeOf } from '../io.ts';
import { Output } from '../output/output.ts';
import { entriesText } from '../output/words.ts';
import { openSession } from '../session.ts';
import { writeFileAtomically } from '../write-file.ts';
import type { LiveEntry } from './live-entries.ts';
import { readLiveContent } from './live-lines.ts';
import { LocalAssets } from './local-assets.ts';
import { findLocalEntries, matchesIn } from './local-entries.ts';
import { keepMatches, readMatches } from './matches.ts';
import { findSource, type SourceOptions } from './source.ts';

/** The value of `--into` for the project that the command line or the login names. */
const CONNECTED = 'connected';

export interface PullContentOptions extends SourceOptions {
  /** An instance.json, or `connected`; the local instance of this folder by default. */
  readonly into?: string;
  /** Refused: `--into` says where the content goes. */
  readonly instance?: string;
  readonly project?: string;
  readonly overwriteEdits?: boolean;
  readonly json?: boolean;
}

/**
 * `stele pull --content`: brings a project's live content, pictures and files included, into the local instance. Entries are known by
 * their ids at the source or by their unique values, so that another pull updates them, and so does a pull after an import of the
 * same files.
 */
export async function pullContent(io: Io, options: PullContentOptions): Promise<number> {
  const output = new Output(io, options);
  if (options.instance !== undefined) {
    throw new UserError(
      '--instance says nothing with --content. Name the instance that the content goes into with --into.',
    );
  }
  const source = await findSource(io, options);
  const target = await findTarget(io, options);
  const { api, connection, project } = await openSession(io, target, output, { admin: 'Importing' });
  if (project.id === source.projectId) {
    throw new UserError(`${project.name} at ${connection.url} is where the content comes from. Nothing was changed.`);
  }
  const schema = (await activeSchema(api))?.schema;
  if (!schema)
    throw new UserError(
      `${project.name} has no schema yet. "npx stele dev" or "npx stele push" gives it that of the config.`,
    );
  const folder = placeOf(io, path.join(io.env.STELE_DATA_DIR || '.stele', 'pulled'));
  await mkdir(folder, { recursive: true });
  output.say(`Reading the live content of ${source.projectId}.`);
  const assets = path.join(folder, 'assets');
  const matches = path.join(folder, 'matches.json');
  const findLocal = async (entries: readonly LiveEntry[]) => {
    const found = await findLocalEntries(api, schema, entries, await readMatches(io, matches, project.id));
    await keepMatches(io, matches, project.id, matchesIn(found));
    return found;
  };
  const here = { schema, findLocal, assets: await LocalAssets.read(io, api) };
  const live = await readLiveContent(io, source, here, assets, (message) => output.note(message));
  const lines = path.join(folder, 'entries.jsonl');
  await writeFileAtomically(io, lines, live.lines.join(''));
  output.say(`Read ${entriesText(live.entries)} of ${live.snapshotId}.`);
  if (live.unknown.size > 0) {
    const places = [...live.unknown].sort().map(([place, count]) => `  ${place}: ${entriesText(count)}`);
    output.note(
      [
        'These parts of the published content were left out, since the schema here lacks them:',
        ...places,
        'To have it here too, add it to the config, and pull again.',
      ].join('\n'),
    );
  }
  if (live.dangling.length > 0) {
    output.note(`References to content that isn't live were left out, in: ${live.dangling.join(', ')}.`);
  }
  if (live.leftOut.length > 0) {
    output.note(
      [
        'Left out, since entries here stand in the way; then pull again:',
        ...live.leftOut.map((one) => `  ${one}`),
      ].join('\n'),
    );
  }
  const code = await importCommand(io, lines, {
    ...target,
    assets,
    publish: true,
    addLocales: true,
    ...(options.json && { json: true }),
    ...(options.overwriteEdits && { overwriteEdits: true }),
  });
  return code === 0 && live.leftOut.length > 0 ? EXIT_SKIPPED : code;
}

/** Where the content goes: to a remote instance only if the user says so. @throws UserError */
async function findTarget(io: Io, { into, project }: PullContentOptions): Promise<ConnectionOptions> {
  if (into === CONNECTED) {
    if (project === undefined)
      throw new UserError('--into connected needs --project, so that content goes nowhere by mistake.');
    const { url, token, person } = await findConnection(io, { project });
    return { url, project, ...(!person && { token }) };
  }
  const instance = into ?? instanceFile(io.env);
  if (!existsSync(placeOf(io, instance))) {
    throw new UserError(
      `There is no local instance: ${instance} is missing. Start one with "npx stele dev", or name another with --into.`,
    );
  }
  return { instance, ...(project !== undefined && { project }) };
}

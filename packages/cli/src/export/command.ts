import { gzipSync } from 'node:zlib';
import type { EntryListItem, ProjectClient } from '@stele/client';
import { assetsIn, findCollection, type SchemaDocument } from '@stele/schema';
import { activeSchema, type EntryContent, entriesWithContent } from '../api.ts';
import { mapAssetIds } from '../assets/asset-names.ts';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { counted, entriesText } from '../output/words.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { writeFileAtomically } from '../write-file.ts';
import { contentLines } from './content-lines.ts';
import { exportAssets } from './export-assets.ts';

/** Calls are made this often before an export gives up. */
const RETRIES = 8;

export interface ExportOptions extends SharedOptions {
  readonly collection?: string;
  /** Folder that the project's assets go into. */
  readonly assets?: string;
}

/** `stele export FILE`: writes all entries to a file, from which `stele import` makes the same again. */
export async function exportCommand(io: Io, file: string, options: ExportOptions): Promise<number> {
  const toStdout = file === '-';
  if (toStdout && options.json)
    throw new UserError('Standard output holds the content already: leave out --json, or name a file.');
  const output = new Output(io, { ...options, stdoutTaken: toStdout });
  const { api, project } = await openSession(io, options, output, { admin: 'Exporting', retries: RETRIES });
  const schema = (await activeSchema(api))?.schema ?? null;
  const filter = options.collection === undefined ? {} : { collection: options.collection };
  const entries: EntryContent[] = [];
  for await (const entry of entriesWithContent(api, filter)) entries.push(entry);
  const others: EntryListItem[] = [];
  if (options.collection !== undefined) {
    for await (const entry of api.list('/entries')) {
      if (entry.collection_key !== options.collection) others.push(entry);
    }
  }
  const places = await placesOf(api, schema, new Set(entries.map(({ id }) => id)));
  const carried = options.assets === undefined ? null : await exportAssets(io, api, options.assets);
  const unnamed = new Set<string>();
  const portable = entries.map((entry) => {
    if (!carried) return entry;
    for (const id of assetsOf(entry, schema)) if (!carried.names.has(id)) unnamed.add(id);
    const { values, live_values } = entry;
    return { ...entry, ...mapAssetIds({ values, live_values }, (id) => carried.names.get(id)) };
  });
  const { lines, dangling } = contentLines(portable, others, schema, places);
  const text = lines.map((line) => `${line}\n`).join('');
  if (toStdout) await writeToStdout(io, text);
  else await writeFileAtomically(io, file, file.endsWith('.gz') ? gzipSync(text) : text);
  const collections = new Set(entries.map((entry) => entry.collection_key)).size;
  output.result({
    file,
    entries: lines.length,
    collections,
    dangling_references: dangling,
    ...(carried && { assets: carried.files }),
  });
  if (dangling.length > 0) {
    output.note(
      `${dangling.length === 1 ? '1 reference leads to an entry in the trash and was' : `${dangling.length} references lead to entries in the trash and were`} left out, in: ${[...new Set(dangling)].join(', ')}.`,
    );
  }
  if (unnamed.size > 0) {
    output.note(
      `Not carried, since they have no file or are in the trash, though entries use them: ${[...unnamed].join(', ')}.`,
    );
  }
  output.say(
    `Wrote ${entriesText(lines.length)} of ${counted(collections, 'collection')} of ${project.name} to ${toStdout ? 'standard output' : file}.`,
  );
  if (carried) output.say(`Wrote ${counted(carried.files, 'asset')} to ${options.assets}.`);
  return 0;
}

/** Ids of the assets that an entry uses, in its drafts or live. */
function assetsOf({ collection_key, values, live_values }: EntryContent, schema: SchemaDocument | null): string[] {
  const collection = findCollection(schema, collection_key);
  const all = [...Object.values(values), ...Object.values(live_values)];
  return collection ? all.flatMap((own) => assetsIn(collection, own).map(({ id }) => id)) : [];
}

/** Places of entries in the collections that are ordered by hand: 1 for the first of each. */
async function placesOf(
  api: ProjectClient,
  schema: SchemaDocument | null,
  wanted: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  for (const { key, order } of schema?.collections ?? []) {
    if (order !== 'manual') continue;
    let place = 0;
    for await (const { id } of api.list('/entries', { params: { query: { collection: key, sort: 'position' } } })) {
      if (wanted.has(id)) places.set(id, ++place);
    }
  }
  return places;
}

/** Resolves once everything is on its way, so that a pipe gets it in full. */
function writeToStdout(io: Io, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    io.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

import type { ProjectClient } from '@stele/client';
import { type FieldDocument, findCollection, type SchemaDocument } from '@stele/schema';
import { activeSchema, type EntryContent, entriesWithContent } from '../api.ts';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { entriesText } from '../output/words.ts';
import { readRename } from '../schema/rename-flag.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { fillEntries, type LeftEntry } from './fill-entries.ts';
import type { Filling } from './plan-entry.ts';

/** How many entries the API publishes in one operation. */
const AT_ONCE = 100;

/**
 * `stele fill posts.old:new`: copies a field's values into an empty field. Published entries without later changes are published again, so
 * that the website can read either field. Drafts with changes are filled, and stay drafts. Another run continues where this one
 * ended.
 *
 * @returns the exit code: 1 when entries are left that lack the value
 */
export async function fillCommand(io: Io, fields: string, options: SharedOptions): Promise<number> {
  const output = new Output(io, options);
  const { key, from, to } = parseFields(fields);
  const { api } = await openSession(io, options, output, { admin: 'Filling' });
  const schema = (await activeSchema(api))?.schema ?? null;
  const filling = fillingOf(schema, key, from, to);
  let filled = 0;
  let published = 0;
  const left: LeftEntry[] = [];
  for await (const entries of inPortions(everyEntry(api, key))) {
    const done = await fillEntries(api, entries, filling);
    filled += done.filled;
    published += done.published.size;
    left.push(...done.left);
  }
  output.result({ filled_entries: filled, published_entries: published, left });
  output.say(`Filled ${key}.${to} of ${entriesText(filled)}, and published ${entriesText(published)}.`);
  if (left.length === 0) return 0;
  const lacking = new Set(left.map(({ entry_id: id }) => id)).size;
  output.say(`Left: ${entriesText(lacking)} without ${key}.${to} in the draft or in the live content.`);
  for (const { entry_id: id, locales, reason } of left) output.say(`  ${id} (${locales.join(', ')}): ${reason}`);
  return 1;
}

/** Reads `collection.old:new`. @throws UserError for anything else */
function parseFields(fields: string): { readonly key: string; readonly from: string; readonly to: string } {
  const how = 'Write collection.old:new (npx stele fill posts.headline:title): the values of old go into new.';
  const rename = readRename(fields);
  const [key, to, ...deeper] = rename?.kind === 'field' ? rename.path : [];
  if (!rename || key === undefined || to === undefined || deeper.length > 0)
    throw new UserError(`"${fields}" doesn't name two fields of a collection. ${how}`);
  if (rename.from === to) throw new UserError(`"${fields}" names the same field twice. ${how}`);
  return { key, from: rename.from, to };
}

/** @throws UserError when the schema lacks the collection or one of the fields */
function fillingOf(schema: SchemaDocument | null, key: string, from: string, to: string): Filling {
  const collection = findCollection(schema, key);
  if (!collection) throw new UserError(`The project's schema has no collection ${key}.`);
  const field = (name: string): FieldDocument => {
    const found = collection.fields.find((one) => one.key === name);
    if (found) return found;
    throw new UserError(`The project's schema has no field ${key}.${name}. Push a config that has both first.`);
  };
  return { collection, from: field(from), to: field(to) };
}

/** The entries of a collection, those in the trash last. */
async function* everyEntry(api: ProjectClient, collection: string): AsyncGenerator<EntryContent> {
  yield* entriesWithContent(api, { collection });
  yield* entriesWithContent(api, { collection, status: 'trashed' });
}

async function* inPortions(all: AsyncIterable<EntryContent>): AsyncGenerator<readonly EntryContent[]> {
  let portion: EntryContent[] = [];
  for await (const entry of all) {
    portion.push(entry);
    if (portion.length < AT_ONCE) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

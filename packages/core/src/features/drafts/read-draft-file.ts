import {
  findCollection,
  isSameText,
  normalized,
  pathFields,
  type SchemaDocument,
  sortKeyOf,
  withoutMarks,
} from '@stele/schema';
import pLimit from 'p-limit';
import { isReadable } from '../../access/permissions.ts';
import { StreamedJson } from '../../api/rest/streamed-text.ts';
import { contentRules } from '../../content/check-draft.ts';
import type { ContentRules } from '../../content/draft-values.ts';
import { schemaHasPages } from '../../content/live-pages.store.ts';
import { loadMentioned } from '../../content/mentioned-content.store.ts';
import { mentionedAssetIds, mentionedIds, mentionsIn } from '../../content/mentions.ts';
import { checkPublishable, renderForReaders } from '../../content/render-content.ts';
import type { ProjectContext } from '../../domains/context.ts';
import { takeBreak } from '../../platform/breaks.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { findChangedDrafts, loadHorizon } from './draft-changes.store.ts';
import { draftFilesOf } from './draft-files.ts';
import { stateOfPages } from './draft-pages.store.ts';
import { pagesOfDrafts } from './draft-pages.ts';
import type { DraftFile, ReadDraftFileInput } from './drafts.schemas.ts';
import { loadDrafts, type SeenDrafts, scanDraftPlaces } from './drafts.store.ts';
import { type FileState, readFileState, shortDigestOf, writeFileState } from './file-state.ts';

/** How many drafts are requested at a time; fewer are loaded when they're large. */
const AT_ONCE = 200;
/** How many batches are processed at a time, for all readers together. */
const atOnce = pLimit(2);
/** How many characters are sent at a time. */
const PIECE = 64 * 1024;
/** Raised when a release shows the same draft in another way: files of earlier releases are read whole then. */
const RENDERING = 1;
/** A reader that takes longer is cut off: it keeps a place from others. */
const LONGEST_MS = 10 * 60_000;

/**
 * A collection in one locale in the format of a snapshot's file, with drafts instead of published content, for previews. An entry
 * that couldn't be published has `invalid`.
 *
 * @throws ApiError `validation_failed` for half a pair and an unknown field, `not_found` for an unknown collection or locale, `unavailable` when too many are being sent
 */
export async function readDraftFile(ctx: ProjectContext, input: ReadDraftFileInput): Promise<StreamedJson> {
  const { rules, seen, sent } = await draftFilesOf(ctx.services).run(ctx.project.id, () => prepare(ctx, input));
  return new StreamedJson(inPlace(ctx, pieces(ctx, rules, { ...input, seen }, sent)));
}

async function prepare(ctx: ProjectContext, input: ReadDraftFileInput) {
  if ((input.field === undefined) !== (input.value === undefined)) {
    throw invalid([input.field === undefined ? 'field' : 'value'], '`field` and `value` belong together.');
  }
  const rules = await contentRules(ctx);
  const known = findCollection(rules.schema, input.collection);
  const seen = seenDrafts(ctx, input.collection);
  if ((rules.schema && !known) || !seen || !rules.locales.includes(input.locale)) {
    throw new ApiError('not_found', { message: `There is no collection ${input.collection} in ${input.locale}.` });
  }
  if (known && input.field !== undefined && !known.fields.some(({ key }) => key === input.field)) {
    throw invalid(['field'], `The collection ${input.collection} has no field ${input.field}.`);
  }
  return { rules, seen, sent: await findSent(ctx, rules, input, seen) };
}

/** The content sent of a collection: the head of the file, and the drafts in order. */
interface Sent {
  readonly head: Pick<DraftFile, 'since' | 'ids'>;
  readonly ids: readonly string[];
  /** The state of the file without entries that went while it was sent; null when none can be continued. */
  readonly stateWithout: ((gone: ReadonlySet<string>) => string) | null;
}

const WHOLE = { since: null, ids: null };

/** All drafts, or those that changed since the file that the caller has. */
async function findSent(
  ctx: ProjectContext,
  rules: ContentRules,
  input: ReadDraftFileInput,
  seen: SeenDrafts,
): Promise<Sent> {
  const isWhole = input.ids === undefined && input.field === undefined;
  if (!isWhole && input.since !== undefined) throw invalid(['since'], 'A file of some entries has no changes since.');
  // Who sees only some drafts may see others later.
  if (!isWhole || seen !== 'all' || ctx.reads !== null) {
    return { head: WHOLE, ids: await idsInOrder(ctx, rules, input, seen), stateWithout: null };
  }
  const now = await presentState(ctx, rules, input);
  const before = input.since === undefined ? null : readFileState(input.since, now);
  const ids = await idsInOrder(ctx, rules, input, seen);
  const stateWithout = (gone: ReadonlySet<string>): string =>
    writeFileState({ ...now, order: shortDigestOf(ids.filter((id) => !gone.has(id))) });
  if (!before) return { head: WHOLE, ids, stateWithout };
  // After the ids: what is created in between is in the next file, and none is among the ids without being sent.
  const target = { ...input, projectId: ctx.project.id };
  const changed = await findChangedDrafts(ctx.services.database.pool, target, before.transaction);
  const head = { since: input.since ?? null, ids: shortDigestOf(ids) === before.order ? null : ids };
  return { head, ids: ids.filter((id) => changed.has(id)), stateWithout };
}

async function presentState(
  { project, link, services }: ProjectContext,
  { locales, defaultLocale, schema }: ContentRules,
  { collection, locale, marks }: ReadDraftFileInput,
): Promise<Omit<FileState, 'order'>> {
  const { transaction, database } = await loadHorizon(services.database.pool);
  const { id, schemaVersion } = project;
  const isMarked = marks !== undefined && !link;
  const pagesState = async (pushed: SchemaDocument): Promise<string> => {
    if (link) return String((await services.database.prisma.project.findUniqueOrThrow({ where: { id } })).liveSeq);
    return stateOfPages(services.database.pool, id, locale, pathFields(pushed).named);
  };
  const basis = shortDigestOf([
    RENDERING,
    database,
    id,
    schemaVersion,
    [...locales],
    defaultLocale,
    collection,
    locale,
    isMarked,
    ...(schema && schemaHasPages(schema) ? [await pagesState(schema)] : []),
  ]);
  return { transaction, atMs: services.clock.now().getTime(), basis };
}

/**
 * The drafts of a collection that the caller sees; null for nothing. A preview link shows only published content besides what it
 * shares.
 */
function seenDrafts({ reads, link }: ProjectContext, collection: string): SeenDrafts | null {
  const mayRead = isReadable(reads, collection);
  if (!link) return mayRead ? 'all' : null;
  if (!mayRead) return { only: null };
  return link.entryId === null ? 'all' : { only: link.entryId };
}

/** Counts a file among those that are being sent, from its first piece on: one that no one reads takes no place. */
async function* inPlace({ services, project }: ProjectContext, all: AsyncGenerator<string>): AsyncGenerator<string> {
  const leave = draftFilesOf(services).enter(project.id);
  const until = services.clock.now().getTime() + LONGEST_MS;
  try {
    for await (const piece of all) {
      if (services.clock.now().getTime() > until) throw new Error('A file of drafts was read too slowly.');
      yield piece;
    }
  } finally {
    leave();
  }
}

async function idsInOrder(
  ctx: ProjectContext,
  rules: ContentRules,
  input: ReadDraftFileInput,
  seen: SeenDrafts,
): Promise<string[]> {
  const collection = findCollection(rules.schema, input.collection);
  const field = collection?.order && collection.order !== 'manual' ? collection.order.field : null;
  const { locale, ids = null, field: held, value: wanted = '' } = input;
  const holding = held === undefined ? null : { field: held, value: normalized(wanted, 'NFC') };
  const target = { projectId: ctx.project.id, collection: input.collection, locale, ids, holding };
  const places: { id: string; key: string }[] = [];
  for await (const page of scanDraftPlaces(ctx.services.database.pool, target, field, seen)) {
    for (const { id, position, value } of page) {
      const values = field === null ? {} : { [field]: value };
      places.push({ id, key: collection ? sortKeyOf(collection, values, position, locale) : '' });
    }
  }
  // By key and then by id, in the order of code units, like snapshots' files.
  places.sort((a, b) => (a.key === b.key ? compare(a.id, b.id) : compare(a.key, b.key)));
  return places.map(({ id }) => id);
}

async function* pieces(
  ctx: ProjectContext,
  rules: ContentRules,
  { collection, locale, seen, marks, field, value }: ReadDraftFileInput & { readonly seen: SeenDrafts },
  { head: change, ids, stateWithout }: Sent,
): AsyncGenerator<string> {
  // Visitors with a link can't edit.
  const isMarked = marks !== undefined && !ctx.link;
  const { schemaVersion: schema_version } = ctx.project;
  const head: Omit<DraftFile, 'entries' | 'as_of'> = {
    collection,
    locale,
    snapshot_id: null,
    schema_version,
    ...change,
  };
  yield* cut(`${JSON.stringify(head).slice(0, -1)},"entries":[`);
  let first = true;
  const gone = new Set<string>();
  for (let from = 0; from < ids.length; ) {
    const asked = ids.slice(from, from + AT_ONCE);
    const batch = { collection, locale, seen, isMarked, field, value };
    const { texts, taken, missing } = await atOnce(() => readBatch(ctx, rules, batch, asked));
    from += taken;
    for (const id of missing) gone.add(id);
    for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
      if (!first) yield ',';
      yield* cut(text);
      first = false;
    }
  }
  yield `],"as_of":${JSON.stringify(stateWithout?.(gone) ?? null)}}`;
}

interface Batch extends Pick<ReadDraftFileInput, 'collection' | 'locale' | 'field' | 'value'> {
  readonly seen: SeenDrafts;
  /** Whether texts name their fields by marks. */
  readonly isMarked: boolean;
}

/** Drafts as JSON strings, so that nothing else stays in memory while a client reads slowly. */
async function readBatch(
  ctx: ProjectContext,
  rules: ContentRules,
  { collection, locale, seen, isMarked, field, value }: Batch,
  ids: readonly string[],
): Promise<{ readonly texts: string[]; readonly taken: number; readonly missing: readonly string[] }> {
  const { pool } = ctx.services.database;
  const { drafts, taken } = await loadDrafts(pool, ctx.project.id, locale, ids, seen);
  const document = findCollection(rules.schema, collection);
  const mentions = mentionsIn(
    document,
    [...drafts.values()].map((draft) => [locale, draft.values] as const),
  );
  const withPages = schemaHasPages(rules.schema);
  const references = mentionedIds(mentions);
  // Visitors with a link see only published content besides what it shares: so are the pages that they see.
  const livePages = withPages && ctx.link ? ids : null;
  const loaded = await loadMentioned(pool, ctx.project.id, references, mentionedAssetIds(mentions), livePages);
  const named = [...drafts].map(([id, { values }]) => ({ id, collectionKey: collection, values }));
  const found =
    withPages && !ctx.link ? { ...loaded, pages: await pagesOfDrafts(ctx, rules, locale, named, references) } : loaded;
  const texts: string[] = [];
  for (const id of ids) {
    const draft = drafts.get(id);
    if (!draft) continue;
    await takeBreak();
    const own = { entryId: id, locale, collectionKey: collection, ...draft };
    const values = renderForReaders(rules, own, found, isMarked);
    // The database compared stored values, and readers may not see all of those.
    if (field !== undefined && !isSameText(withoutMarks(values[field]), value ?? '')) continue;
    // Conflicts of unique values aren't checked: they don't affect a preview.
    const unfit = checkPublishable(rules.schema, locale, own, { ...found, claims: null });
    const entry: DraftFile['entries'][number] = {
      id,
      version: draft.version,
      schema_version: ctx.project.schemaVersion,
      published_at: draft.publishedAt?.toISOString() ?? null,
      ...(unfit.length > 0 && { invalid: true as const }),
      values,
    };
    texts.push(JSON.stringify(entry));
  }
  return { texts, taken, missing: ids.slice(0, taken).filter((id) => !drafts.has(id)) };
}

/** Splits a string into small pieces, never within a surrogate pair. */
function* cut(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + PIECE;
    const splits = end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1));
    yield text.slice(from, splits ? end - 1 : end);
    from = splits ? end - 1 : end;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

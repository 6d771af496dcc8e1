import { findCollection } from '@stele/schema';
import { insertAudit, isUniqueViolation, targetWritten } from '../../audit.ts';
import { contentRules } from '../../content/check-draft.ts';
import { type ContentRules, deriveTitle, type LocaleValues, seal, searchVectorOf } from '../../content/draft-values.ts';
import { type ReplacedValue, withFreeValues } from '../../content/free-values.ts';
import { refersTo } from '../../content/mentions.ts';
import { claimUniqueValues, type UniqueChanges, uniqueValuesOf } from '../../content/unique-values.ts';
import { writeUniqueValues } from '../../content/write-unique-values.ts';
import type { ProjectContext } from '../../context.ts';
import { type NewVersions, writeVersions } from '../../entries/write-versions.store.ts';
import { ApiError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { answersToKeep, keepAnswers } from '../../idempotency.store.ts';
import { inFlight } from '../../idempotency.ts';
import type { DraftState } from '../../publishing/model.ts';
import { projectWithRules, RulesMoved } from './current-rules.ts';
import type { EntryWithWarnings } from './entries.schemas.ts';
import { type EntryRecord, getEntryInProject, toEntryView } from './entries.store.ts';

/** How often it's worked out anew because the entry, or one with the same slug, changed meanwhile. */
const MAX_ATTEMPTS = 10;

/**
 * Brings an entry back from the trash, as a draft. A unique value that another entry took meanwhile gets an ending. An
 * entry that isn't in the trash stays as it is.
 *
 * @returns the entry, with a warning for each value that was replaced
 * @throws ApiError `entry.not_found`
 */
export async function restoreEntry(
  ctx: ProjectContext,
  input: { readonly entryId: string },
): Promise<EntryWithWarnings> {
  const { database, searchIndex } = ctx.services;
  const rules = await contentRules(ctx);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const entry = await getEntryInProject(database.pool, ctx.project.id, input.entryId);
    if (!entry.trashedAt) return { ...toEntryView(entry), warnings: [] };
    const { after, replaced, unique } = await workOut(ctx, rules, entry);
    const answer = { ...toEntryView(after), warnings: replaced.map(warningOf) };
    if (await write(ctx, rules, { before: entry, after, unique, answer })) {
      searchIndex.mergeSoon();
      return answer;
    }
  }
  throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
}

interface Restoration {
  readonly after: EntryRecord;
  readonly replaced: readonly ReplacedValue[];
  readonly unique: UniqueChanges;
}

async function workOut(ctx: ProjectContext, rules: ContentRules, entry: EntryRecord): Promise<Restoration> {
  const back: EntryRecord = { ...entry, trashedAt: null };
  const collection = findCollection(rules.schema, entry.collectionKey);
  if (!collection) return { after: back, replaced: [], unique: { added: [], drafted: [], undrafted: [] } };
  const values = new Map([...entry.drafts].map(([locale, draft]) => [locale, draft.values]));
  const target = { projectId: entry.projectId, entryId: entry.id, collection };
  const free = await withFreeValues(ctx.services.database.pool, target, values);
  const wanted = uniqueValuesOf(collection, free.drafts);
  const unique = claimUniqueValues(collection, { id: entry.id, isNew: false }, wanted, free.surroundings.held, []);
  if (free.replaced.length === 0) return { after: back, replaced: [], unique };
  const version = entry.version + 1;
  const drafts = new Map<string, DraftState>(entry.drafts);
  for (const locale of new Set(free.replaced.map((one) => one.locale))) {
    const own: LocaleValues = free.drafts.get(locale) ?? {};
    drafts.set(locale, { version, valuesHash: seal(own)?.hash ?? '', values: own });
  }
  const title = deriveTitle(rules, entry.collectionKey, free.drafts, entry.externalId ?? '');
  return { after: { ...back, version, valuesVersion: version, drafts, title }, replaced: free.replaced, unique };
}

/**
 * Writes it in one statement, together with the answer for an Idempotency-Key.
 *
 * @returns false when something came between
 * @throws RulesMoved, ApiError `idempotency.in_flight`
 */
async function write(
  ctx: ProjectContext,
  rules: ContentRules,
  { before, after, unique, answer }: Omit<Restoration, 'replaced'> & { before: EntryRecord; answer: unknown },
): Promise<boolean> {
  const { id: entryId, version } = after;
  const changed = [...after.drafts].filter(([locale, draft]) => draft !== before.drafts.get(locale));
  const at = ctx.services.clock.now();
  const versions: NewVersions = {
    records: [
      { entryId, version, kind: 'restore' as const, locales: changed.map(([locale]) => locale), at, by: ctx.actor },
    ].filter(() => changed.length > 0),
    values: changed.map(([locale, { values }]) => ({ entryId, locale, version, values })),
    drafts: changed.map(([locale, { values, valuesHash }]) => ({
      entryId,
      locale,
      version,
      valuesHash,
      search: searchVectorOf(rules, { ...after, locale }, values),
      refersTo: refersTo(rules.schema, after.collectionKey, values),
    })),
  };
  const audit = insertAudit(
    ctx,
    { action: 'entry.restore', targetId: after.id, data: { version: after.version } },
    after.projectId,
    targetWritten,
  );
  const kept = answersToKeep(ctx, answer);
  const untouched = Prisma.sql`EXISTS (SELECT 1 FROM found)`;
  const rows = await ctx.services.database.prisma.$queryRaw<
    { written: boolean; rules_held: boolean; found: boolean }[]
  >`
    WITH project AS (
      ${projectWithRules(ctx.project)}
    ), found AS (
      SELECT e.id FROM entries e, project WHERE e.id = ${after.id} AND e.project_id = project.id
        AND e.version = ${before.version} AND e.trashed_at IS NOT NULL FOR UPDATE OF e
    ), held AS (
      ${kept.length > 0 ? keepAnswers(kept, untouched) : Prisma.sql`SELECT`}
    ), guard AS (
      UPDATE entries SET trashed_at = NULL, status = 'draft', changed = false, version = ${after.version}::int,
        values_version = ${after.valuesVersion}::int, title = ${after.title}
      FROM found, held WHERE entries.id = found.id
      RETURNING entries.id, project_id, collection_key
    ), ${writeVersions(versions)}${writeUniqueValues(unique)}, audit AS (
      ${audit} RETURNING id
    )
    SELECT EXISTS (SELECT 1 FROM guard) AS written, EXISTS (SELECT 1 FROM project) AS rules_held,
      EXISTS (SELECT 1 FROM found) AS found`.catch((error: unknown) => {
    if (isUniqueViolation(error, 'unique_values_pkey')) return null;
    throw error;
  });
  if (rows === null) return false;
  if (!rows[0]?.rules_held) throw new RulesMoved();
  if (rows[0].found && !rows[0].written) throw inFlight();
  if (ctx.idempotency) ctx.idempotency.stored = rows[0].written;
  return rows[0].written;
}

function warningOf({ locale, field, from, to }: ReplacedValue): EntryWithWarnings['warnings'][number] {
  const now = to === null ? 'It was cleared.' : `It is "${to}" now.`;
  return {
    code: 'entry.value_replaced',
    message: `Another entry has "${from}" by now. ${now}`,
    path: ['values', locale, field],
  };
}

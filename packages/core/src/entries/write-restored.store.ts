import { type ContentRules, searchVectorOf } from '../content/draft-values.ts';
import { mentionedIn } from '../content/mentions.ts';
import type { UniqueChanges } from '../content/unique-values.ts';
import { insertAudit, targetWritten } from '../platform/audit-records.store.ts';
import { type Queryable, queryPrepared, sql } from '../platform/database/sql.ts';
import { isUniqueViolation } from '../platform/database/unique-violation.ts';
import { projectWithRules, RulesMoved } from './current-rules.store.ts';
import type { EntryRecord } from './entry.ts';
import type { EntryContext } from './entry-context.ts';
import { writeUniqueValues } from './write-unique-values.store.ts';
import { type NewVersions, writeVersions } from './write-versions.store.ts';

/** An entry, or who holds a unique value, changed since it was read: nothing may be written. */
export class EntryMoved extends Error {}

/**
 * Writes an entry as it is outside of the trash, in one statement. What its drafts mention is worked out again: the schema may
 * have lost the entry's collection, and got it back, while it was in the trash.
 *
 * @throws EntryMoved, RulesMoved
 */
export async function writeRestored(
  ctx: EntryContext,
  client: Queryable,
  rules: ContentRules,
  {
    before,
    after,
    unique,
  }: { readonly before: EntryRecord; readonly after: EntryRecord; readonly unique: UniqueChanges },
): Promise<void> {
  const { id: entryId, version } = after;
  const changed = [...after.drafts].filter(([locale, draft]) => draft !== before.drafts.get(locale));
  const at = ctx.services.clock.now();
  const versions: NewVersions = {
    records: [
      { entryId, version, kind: 'restore' as const, locales: changed.map(([locale]) => locale), at, by: ctx.actor },
    ].filter(() => changed.length > 0),
    values: changed.map(([locale, { values }]) => ({ entryId, locale, version, values })),
    drafts: [...after.drafts].map(([locale, draft]) => ({
      entryId,
      locale,
      version: draft.version,
      valuesHash: draft.valuesHash,
      search: searchVectorOf(rules, { ...after, locale }, draft.values),
      ...mentionedIn(rules.schema, after.collectionKey, draft.values),
    })),
  };
  const audit = insertAudit(
    ctx,
    {
      action: 'entry.restore',
      targetId: after.id,
      data: { title: after.title, collection_key: after.collectionKey, version: after.version },
    },
    after.projectId,
    targetWritten,
  );
  const statement = sql`
    WITH project AS (
      ${projectWithRules(ctx.project)}
    ), guard AS (
      UPDATE entries SET trashed_at = NULL, status = 'draft', changed = false, version = ${after.version}::int,
        values_version = ${after.valuesVersion}::int, title = ${after.title}, order_key = ${after.orderKey}
      FROM project
      WHERE entries.id = ${after.id} AND project_id = project.id AND version = ${before.version}
        AND trashed_at IS NOT NULL
      RETURNING entries.id, project_id, collection_key
    ), ${writeVersions(versions)}${writeUniqueValues(unique)}, audit AS (
      ${audit}
    )
    SELECT EXISTS (SELECT 1 FROM guard) AS written, EXISTS (SELECT 1 FROM project) AS rules_held`;
  const [outcome] = await queryPrepared<{ written: boolean; rules_held: boolean }>(client, statement).catch(
    (error: unknown) => {
      throw isUniqueViolation(error, 'unique_values_pkey') ? new EntryMoved() : error;
    },
  );
  if (!outcome?.rules_held) throw new RulesMoved();
  if (!outcome.written) throw new EntryMoved();
}

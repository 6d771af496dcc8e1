import { type CheckedValues, type ContentRules, searchVectorOf } from '../content/draft-values.ts';
import { mentionedIn } from '../content/mentions.ts';
import type { UniqueChanges } from '../content/unique-values.ts';
import type { Actor } from '../platform/actor.ts';
import { insertAudit, targetWritten } from '../platform/audit-records.store.ts';
import { bool } from '../platform/database/row.ts';
import { emptySql, queryPrepared, type Sql, sql } from '../platform/database/sql.ts';
import { isUniqueViolation } from '../platform/database/unique-violation.ts';
import { projectWithRules, RulesMoved } from './current-rules.store.ts';
import { entryActions } from './entry.names.ts';
import type { EntryRecord } from './entry.ts';
import type { EntryContext } from './entry-context.ts';
import { statusOf } from './entry-status.ts';
import { writeUniqueValues } from './unique-values.store.ts';
import { type DraftRow, type VersionSource, writeVersions } from './write-versions.store.ts';

/** Automatic saves of one author, within this time after the first one, are one record of the history. */
const SESSION_MS = 10 * 60 * 1000;

/** An entry after a save, and what the save changes. */
export interface DraftChange {
  readonly after: EntryRecord;
  /** Only the locales whose values differ. */
  readonly locales: ReadonlyMap<string, CheckedValues | null>;
  readonly changedPaths: readonly (readonly [string, string])[];
}

/** Parts of a save's own statement, for the work that the save is part of. */
export interface SaveAside {
  /** Query that has a row while that work goes on, and locks it. Without a row, nothing is saved. */
  readonly during: Sql;
  /** A further statement, for the version that is written: it does nothing unless the CTE `guard` has the entry. */
  readonly note: (version: number) => Sql;
}

/** A save, already checked. */
interface DraftWrite {
  readonly before: EntryRecord;
  readonly change: DraftChange;
  readonly unique: UniqueChanges;
  readonly kind: 'save' | 'restore';
  /** Whether the editor saved it automatically. */
  readonly autosave: boolean;
  /** Whether an import saves it. */
  readonly imported: boolean;
  readonly source: VersionSource | null;
  /** Fields whose values a machine translated. */
  readonly byMachine: readonly string[];
  readonly aside: SaveAside | undefined;
}

/**
 * Writes a save in one statement, unless the entry has changed since it was read, or marks of a machine in its changed locales were
 * taken away.
 *
 * @returns false when so, when another entry took a unique value meanwhile, or when the work is over that it's part of: then nothing
 *   was written
 * @throws RulesMoved
 */
export async function writeDraft(
  ctx: EntryContext,
  rules: ContentRules,
  { before, change, unique, kind, autosave, imported, source, byMachine, aside }: DraftWrite,
): Promise<boolean> {
  const { after, locales, changedPaths } = change;
  const { changed } = statusOf(after);
  const { id: entryId, version, updatedAt: at } = after;
  const removed = [...locales].flatMap(([locale, now]) => (now ? [] : [locale]));
  const drafts = [...locales].flatMap(([locale, now]): DraftRow[] => {
    if (!now) return [];
    const search = searchVectorOf(rules, { ...before, locale }, now.values);
    const mentioned = mentionedIn(rules.schema, before.collectionKey, now.values);
    const changedFields = changedPaths.flatMap(([at, field]) => (at === locale ? [field] : []));
    const machineFields = changedFields.filter((field) => byMachine.includes(field));
    return [{ entryId, locale, version, valuesHash: now.hash, search, ...mentioned, changedFields, machineFields }];
  });
  const translated = [...new Set(drafts.flatMap(({ machineFields }) => machineFields))];
  const data = {
    title: after.title,
    collection_key: after.collectionKey,
    version,
    locales: [...locales.keys()],
    ...(translated.length > 0 && { machine_fields: translated }),
  };
  const action = entryActions[kind === 'save' ? 'entry.save' : 'entry.restore_version'];
  const audit = insertAudit(ctx, { action, targetId: entryId, data }, after.projectId, targetWritten);
  const marks = [...locales.keys()].flatMap((locale) => {
    const fields = before.drafts.get(locale)?.uncheckedFields ?? [];
    return fields.length > 0 ? [{ locale, fields }] : [];
  });
  const statement = sql`
    WITH project AS (
      ${projectWithRules(ctx.project)}
    )${aside ? sql`, work AS (${aside.during})` : emptySql}${marks.length > 0 ? sql`, ${heldMarks(before, marks)}` : emptySql}, guard AS (
      UPDATE entries SET version = ${version}, values_version = ${version}, title = ${after.title},
        title_key = ${after.titleKey}, order_key = ${after.orderKey}, changed = ${changed}, updated_at = ${at}, updated_by = ${JSON.stringify(ctx.actor)}::jsonb
      FROM project${aside ? sql`, work` : emptySql}
      WHERE entries.id = ${entryId} AND project_id = project.id AND version = ${before.version} AND trashed_at IS NULL
        ${marks.length > 0 ? sql`AND (SELECT count(*) FROM marked) = ${marks.length}::int` : emptySql}
      RETURNING entries.id, project_id, collection_key
    )${autosave ? sql`, ${continuedSession(before, ctx.actor, at)}` : emptySql}, ${writeVersions({
      records: [
        { entryId, version, kind, imported, source, locales: [...locales.keys()], changedPaths, at, by: ctx.actor },
      ],
      values: [...locales].map(([locale, now]) => ({ entryId, locale, version, values: now?.values ?? null })),
      drafts,
      autosaveFrom: autosave ? sql`coalesce((SELECT autosave_from FROM earlier), ${version}::int)` : null,
    })}, removed_drafts AS (
      DELETE FROM entry_drafts d USING guard WHERE d.entry_id = guard.id AND d.locale = ANY(${removed}::text[])
    )${writeUniqueValues(unique)}${aside ? sql`, noted AS (${aside.note(version)})` : emptySql}, audit AS (
      ${audit} RETURNING id
    )
    SELECT EXISTS (SELECT 1 FROM guard) AS written, EXISTS (SELECT 1 FROM project) AS rules_held`;
  const written = await queryPrepared(ctx.services.database.pool, statement, { written: bool, rules_held: bool }).catch(
    uniqueRace,
  );
  if (written === null) return false;
  if (!written[0]?.rules_held) throw new RulesMoved();
  return written[0].written;
}

/**
 * CTEs that lock drafts whose marks of a machine still are those that were read, as rows of `marked`: who checks a text makes no
 * version. The entry is locked first, as by every save.
 */
function heldMarks(
  { id, version }: EntryRecord,
  marks: readonly { readonly locale: string; readonly fields: readonly string[] }[],
): Sql {
  return sql`held AS (
      SELECT id FROM entries WHERE id = ${id} AND version = ${version} FOR UPDATE
    ), marked AS (
      SELECT d.locale FROM held JOIN entry_drafts d ON d.entry_id = held.id
      JOIN jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) AS m(locale text, fields text[]) ON m.locale = d.locale
      WHERE d.machine_fields @> m.fields FOR UPDATE OF d
    )`;
}

/**
 * CTEs for an automatic save. `earlier` is the previous version, if it's an automatic save of the same author whose session still
 * lasts. The new version continues the session and includes it.
 */
function continuedSession({ id, version }: EntryRecord, actor: Actor, at: Date): Sql {
  return sql`earlier AS (
      SELECT v.version, v.autosave_from FROM entry_versions v
      JOIN entry_versions s ON s.entry_id = v.entry_id AND s.version = v.autosave_from
      WHERE v.entry_id = ${id} AND v.version = ${version} AND v.created_by->>'type' = ${actor.type}
        AND v.created_by->>'id' = ${actor.id} AND s.created_at > ${new Date(at.getTime() - SESSION_MS)}
    ), folded AS (
      UPDATE entry_versions v SET folded = true FROM earlier, guard
      WHERE v.entry_id = ${id} AND v.version = earlier.version
    )`;
}

/** Returns null when another entry took one of the unique values since they were looked up. @throws any other error */
function uniqueRace(error: unknown): null {
  if (isUniqueViolation(error, 'unique_values_pkey')) return null;
  throw error;
}

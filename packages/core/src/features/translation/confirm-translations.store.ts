import { outdatedFields, type TranslationSource } from '../../entries/last-translation.store.ts';
import { int, list, text } from '../../platform/database/row.ts';
import { execute, type Queryable, query, sql } from '../../platform/database/sql.ts';

/** Fields of a translation that someone found correct as they are. */
interface Confirmation {
  readonly locale: string;
  /** The newest version that they looked at. */
  readonly base: number;
  /** Null for all fields. */
  readonly fields: readonly string[] | null;
}

/**
 * Notes that fields of a translation are correct: takes their marks of machine translations, and notes the version of the source that
 * they are correct for.
 *
 * @returns the fields that were marked or outdated; null when the draft is newer
 */
export async function confirmFields(
  on: Queryable,
  { projectId, entryId }: { readonly projectId: string; readonly entryId: string },
  source: TranslationSource,
  { locale, base, fields }: Confirmation,
): Promise<string[] | null> {
  const own = { id: sql`e.id`, collection: sql`e.collection_key` };
  const [draft] = await query(
    on,
    sql`SELECT d.version, d.machine_fields AS marked,
        ARRAY(SELECT o.field FROM (${outdatedFields(own, sql`${locale}::text`, source)}) o WHERE ${locale} <> ${source.locale}) AS outdated
      FROM entry_drafts d JOIN entries e ON e.id = d.entry_id
      WHERE e.project_id = ${projectId} AND e.id = ${entryId} AND d.locale = ${locale} FOR UPDATE OF d`,
    { version: int, marked: list(text), outdated: list(text) },
  );
  if (!draft) return [];
  if (draft.version > base) return null;
  const wanted = (field: string): boolean => fields?.includes(field) ?? true;
  const confirmed = [...new Set([...draft.marked, ...draft.outdated])].filter(wanted).sort();
  if (confirmed.length === 0) return [];
  const versions = Object.fromEntries(draft.outdated.filter(wanted).map((field) => [field, base]));
  await execute(
    on,
    sql`UPDATE entry_drafts SET machine_fields = ${draft.marked.filter((field) => !wanted(field))}::text[],
        confirmed_fields = confirmed_fields || ${JSON.stringify(versions)}::jsonb
      WHERE entry_id = ${entryId} AND locale = ${locale}`,
  );
  return confirmed;
}

import { vectorArray } from '@stele/search';
import type { Json } from '@stele/snapshot';
import type { Mentioned } from '../content/mentions.ts';
import type { Actor } from '../platform/actor.ts';
import { joinSql, rowsOf, type Sql, sql } from '../platform/database/sql.ts';
import { toUseColumns } from './asset-uses.ts';

/** The kind of a version in an entry's history. */
type VersionKind =
  | 'create'
  | 'save'
  | 'publish'
  | 'unpublish'
  | 'delete'
  | 'undelete'
  | 'restore'
  | 'duplicate'
  | 'migrate';

/** The origin of a version that no person wrote in the editor: a change of many entries, a machine translation, a file of translations. */
export type VersionSource = 'bulk' | 'machine' | 'xliff';

/** A record of an entry's history. */
export interface VersionRecord {
  readonly entryId: string;
  readonly version: number;
  readonly kind: VersionKind;
  readonly imported?: boolean;
  readonly source?: VersionSource | null;
  readonly locales: readonly string[];
  readonly changedPaths?: readonly (readonly [locale: string, field: string])[];
  readonly at: Date;
  readonly by: Actor;
}

/** Values of a locale in a version; null where it removes the locale. */
interface VersionValues {
  readonly entryId: string;
  readonly locale: string;
  readonly version: number;
  readonly values: Readonly<Record<string, Json>> | null;
}

/** A draft: the version with its values, and its data for search, references and uses of assets. */
export interface DraftRow extends Mentioned {
  readonly entryId: string;
  readonly locale: string;
  readonly version: number;
  readonly valuesHash: string;
  /** As `searchVectorOf` makes it. */
  readonly search: Buffer;
  /** Fields that the save changes: machine translations in them are gone. */
  readonly changedFields?: readonly string[];
  /** Changed fields whose new values a machine translated. */
  readonly machineFields?: readonly string[];
}

/** New rows for the history and drafts of entries. */
export interface NewVersions {
  readonly records: readonly VersionRecord[];
  readonly values?: readonly VersionValues[];
  readonly drafts?: readonly DraftRow[];
  /** The entry whose marks of machine translations drafts take over; by default their own. */
  readonly marksOf?: string;
  /** First version of the session of automatic saves that the records continue; null when there's none. */
  readonly autosaveFrom?: Sql | null;
}

/**
 * CTEs that write versions, values and drafts of the entries in the CTE `guard`, which has a column `id`. No comma before or after.
 */
export function writeVersions({ records, values = [], drafts = [], marksOf, autosaveFrom = null }: NewVersions): Sql {
  return insertVersions({
    records: sql`jsonb_to_recordset(${JSON.stringify(records.map(recordRow))}::jsonb) AS v(entry_id text, version int,
      kind text, imported boolean, source text, locales text[], changed_paths jsonb, created_at timestamptz, created_by jsonb)`,
    values:
      values.length === 0
        ? null
        : rowsOf('n', values, {
            entry_id: ['text', ({ entryId }) => entryId],
            locale: ['text', ({ locale }) => locale],
            version: ['int', ({ version }) => version],
            values: ['jsonb', (own) => own.values && JSON.stringify(own.values)],
          }),
    drafts:
      drafts.length === 0
        ? null
        : sql`ROWS FROM (
              jsonb_to_recordset(${JSON.stringify(drafts.map(draftRow))}::jsonb)
                AS (entry_id text, locale text, version int, values_hash text, refers_to text[], assets text[],
                  asset_fields text[], changed_fields text[], machine_fields text[]),
              unnest(${vectorArray(drafts.map(({ search }) => search))}::tsvector[])
            ) AS d(entry_id, locale, version, values_hash, refers_to, assets, asset_fields, changed_fields, machine_fields, search)`,
    marksOf: marksOf === undefined ? sql`d.entry_id` : sql`${marksOf}`,
    autosaveFrom,
  });
}

/** Sources of rows to write: items of FROM with the columns of `writeVersions`, named `v`, `n` and `d`. */
interface VersionSources {
  readonly records: Sql;
  readonly values: Sql | null;
  readonly drafts: Sql | null;
  /** The entry whose marks they take over. */
  readonly marksOf?: Sql;
  /** Query for those of the marks of a draft `o` that the draft `d` takes over; by default all of fields that it doesn't change. */
  readonly keptMarks?: Sql;
  readonly autosaveFrom: Sql | null;
}

/** The same as `writeVersions`, with rows from any source. No other code inserts such rows. */
export function insertVersions({
  records,
  values,
  drafts,
  marksOf = sql`d.entry_id`,
  keptMarks = sql`SELECT m FROM unnest(o.machine_fields) AS m WHERE m <> ALL(d.changed_fields)`,
  autosaveFrom,
}: VersionSources): Sql {
  const parts = [
    sql`new_versions AS (
        INSERT INTO entry_versions (entry_id, version, kind, imported, source, autosave_from, locales, changed_paths,
          created_at, created_by)
        SELECT v.entry_id, v.version, v.kind, v.imported, v.source, ${autosaveFrom ?? sql`NULL::int`}, v.locales,
          v.changed_paths, v.created_at, v.created_by
        FROM ${records} WHERE v.entry_id IN (SELECT id FROM guard)
      )`,
  ];
  if (values) {
    parts.push(sql`new_values AS (
        INSERT INTO entry_values (entry_id, locale, version, values)
        SELECT n.entry_id, n.locale, n.version, n.values
        FROM ${values} WHERE n.entry_id IN (SELECT id FROM guard)
      )`);
  }
  if (drafts) {
    parts.push(sql`new_drafts AS (
        INSERT INTO entry_drafts (entry_id, locale, version, values_hash, search, refers_to, assets, asset_fields,
          machine_fields)
        SELECT d.entry_id, d.locale, d.version, d.values_hash, d.search, d.refers_to, d.assets, d.asset_fields,
          coalesce(d.machine_fields, '{}') || ARRAY(SELECT k.field FROM entry_drafts o
            CROSS JOIN LATERAL (${keptMarks}) AS k(field) WHERE o.entry_id = ${marksOf} AND o.locale = d.locale)
        FROM ${drafts} WHERE d.entry_id IN (SELECT id FROM guard)
        ON CONFLICT (entry_id, locale) DO UPDATE
          SET version = excluded.version, values_hash = excluded.values_hash, search = excluded.search,
            refers_to = excluded.refers_to, assets = excluded.assets, asset_fields = excluded.asset_fields,
            machine_fields = excluded.machine_fields
      )`);
  }
  return joinSql(parts, ', ');
}

function recordRow({
  entryId,
  version,
  kind,
  imported = false,
  source = null,
  locales,
  changedPaths = [],
  at,
  by,
}: VersionRecord) {
  return {
    entry_id: entryId,
    version,
    kind,
    imported,
    source,
    locales,
    changed_paths: changedPaths,
    created_at: at,
    created_by: by,
  };
}

function draftRow({ entryId, locale, version, valuesHash, refersTo, assetUses, ...fields }: DraftRow) {
  const uses = toUseColumns(assetUses);
  const { changedFields = [], machineFields = [] } = fields;
  const marks = { changed_fields: changedFields, machine_fields: machineFields };
  return { entry_id: entryId, locale, version, values_hash: valuesHash, refers_to: refersTo, ...uses, ...marks };
}

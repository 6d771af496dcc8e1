import type { Pool } from 'pg';
import { type ContentRules, searchVectorOf } from '../../content/draft-values.ts';
import { refersTo } from '../../content/mentions.ts';
import { vectorArray } from '../../content/search-vector.ts';
import type { ProjectContext, ProjectState } from '../../context.ts';
import { queryPrepared } from '../../database/prepared.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { type AnswerToKeep, keepAnswers } from '../../idempotency.store.ts';
import { inFlight } from '../../idempotency.ts';
import { newId } from '../../ids.ts';
import { projectWithRules, RulesMoved } from './current-rules.ts';
import type { EntryRecord } from './entries.store.ts';

/** What is written of a new entry, as the statement takes it in. */
export interface EntryRows {
  /** The columns of the entry, its first version and its audit row, under the names that the statement gives them. */
  readonly entry: Readonly<Record<string, unknown>>;
  readonly drafts: readonly Readonly<Record<string, unknown>>[];
  /** The search vector of each draft. */
  readonly vectors: readonly Buffer[];
}

/** Lays out an entry that was checked. */
export function entryRows(
  ctx: ProjectContext,
  rules: ContentRules,
  entry: EntryRecord,
  { kind, imported }: { readonly kind: 'create' | 'duplicate'; readonly imported: boolean },
): EntryRows {
  const { id, collectionKey } = entry;
  const drafts = [...entry.drafts];
  return {
    entry: {
      id,
      collection_key: collectionKey,
      external_id: entry.externalId,
      title: entry.title,
      position: entry.position,
      created_at: entry.createdAt,
      actor: ctx.actor,
      kind,
      imported,
      locales: drafts.map(([locale]) => locale),
      changed_paths: drafts.flatMap(([locale, { values }]) => Object.keys(values).map((field) => [locale, field])),
      audit_id: newId('audit'),
      action: `entry.${kind}`,
      request_id: ctx.requestId,
      data: { collection_key: collectionKey },
    },
    drafts: drafts.map(([locale, { values, valuesHash }]) => ({
      entry_id: id,
      locale,
      values,
      hash: valuesHash,
      refers_to: refersTo(rules.schema, collectionKey, values),
    })),
    vectors: drafts.map(([locale, { values }]) => searchVectorOf(rules, { ...entry, locale }, values)),
  };
}

/**
 * Writes entries of a project, each with its drafts, its first version and its audit row, in one statement: all of them or
 * none.
 *
 * @param options.more parts of its `WITH` that go by `guard`, the entries written; each begins with a comma
 * @param options.kept the answer to keep for the request's Idempotency-Key
 * @throws RulesMoved, ApiError `idempotency.in_flight`
 */
export async function insertEntries(
  pool: Pool,
  project: ProjectState,
  rows: readonly EntryRows[],
  { more = Prisma.empty, kept = [] }: { readonly more?: Prisma.Sql; readonly kept?: readonly AnswerToKeep[] } = {},
): Promise<void> {
  const entries = JSON.stringify(rows.map(({ entry }) => entry));
  const drafts = JSON.stringify(rows.flatMap((row) => row.drafts));
  const vectors = vectorArray(rows.flatMap((row) => row.vectors));
  const statement = Prisma.sql`
    WITH project AS (
      ${projectWithRules(project)}
    ), held AS (
      ${kept.length > 0 ? keepAnswers(kept, Prisma.sql`EXISTS (SELECT 1 FROM project)`) : Prisma.sql`SELECT`}
    ), made AS (
      SELECT project.id AS project_id, e.*
      FROM project, held, jsonb_to_recordset(${entries}::jsonb) AS e(id text, collection_key text, external_id text, title text,
        position text, created_at timestamptz, actor jsonb, kind text, imported boolean, locales text[],
        changed_paths jsonb, audit_id text, action text, request_id text, data jsonb)
    ), guard AS (
      INSERT INTO entries (id, project_id, collection_key, external_id, version, values_version, title, position,
        status, created_at, created_by, updated_at, updated_by)
      SELECT id, project_id, collection_key, external_id, 1, 1, title, position, 'draft', created_at, actor, created_at,
        actor
      FROM made
      RETURNING id, project_id, collection_key
    ), new_version AS (
      INSERT INTO entry_versions (entry_id, version, kind, imported, locales, changed_paths, created_at, created_by)
      SELECT id, 1, kind, imported, locales, changed_paths, created_at, actor FROM made
    ), drafts AS (
      SELECT d.*
      FROM project, held, ROWS FROM (
        jsonb_to_recordset(${drafts}::jsonb) AS (entry_id text, locale text, values jsonb, hash text, refers_to text[]),
        unnest(${vectors}::tsvector[])
      ) AS d(entry_id, locale, values, hash, refers_to, search)
    ), new_values AS (
      INSERT INTO entry_values (entry_id, locale, version, values) SELECT entry_id, locale, 1, values FROM drafts
    ), new_drafts AS (
      INSERT INTO entry_drafts (entry_id, locale, version, values_hash, search, refers_to)
      SELECT entry_id, locale, 1, hash, search, refers_to FROM drafts
    ), audit AS (
      INSERT INTO audit_records (id, project_id, action, target_id, actor, request_id, data, created_at)
      SELECT audit_id, project_id, action, id, actor, request_id, data, created_at FROM made
    )${more}
    SELECT EXISTS (SELECT 1 FROM held) AS key_held FROM project`;
  const [written] = await queryPrepared<{ key_held: boolean }>(pool, statement);
  if (!written) throw new RulesMoved();
  if (!written.key_held) throw inFlight();
}

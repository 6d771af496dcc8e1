import { canonicalText } from '../canonical.ts';
import type { CollectionDocument, SchemaDocument } from '../document.ts';
import { givenLabel } from '../document-schema.ts';
import type { Issue } from '../issues.ts';
import { ChangeLog } from './change-log.ts';
import { FieldDiffer } from './diff-fields.ts';
import type { CollectionPlan, FieldsPlan, Migration, Rename, SchemaDiff } from './model.ts';

/** What comes with a new schema. */
export interface DiffOptions {
  readonly renames?: readonly Rename[];
  readonly migrations?: readonly Migration[];
}

/** A diff, or what's wrong with the renames and migrations that came along: paths begin with `renames` or `migrations`. */
export type DiffResult = { readonly diff: SchemaDiff; readonly issues: readonly Issue[] };

const NOTHING: FieldsPlan = { fields: [], removed: new Map(), identity: true };

/**
 * Compares two schemas, without looking at any entry.
 *
 * @param before null when there was none
 */
export function diffSchemas(
  before: SchemaDocument | null,
  after: SchemaDocument,
  { renames = [], migrations = [] }: DiffOptions = {},
): DiffResult {
  const log = new ChangeLog(renames, migrations);
  const old = new Map((before?.collections ?? []).map((collection) => [collection.key, collection]));
  const pairs = after.collections.map((collection) => ({
    now: collection,
    was: previous(collection, old, after, log),
  }));
  const matched = new Set(pairs.map(({ was }) => was?.key));
  const gone = [...old.values()].filter(({ key }) => !matched.has(key));
  const collections: CollectionPlan[] = pairs.map(({ was, now }) => (was ? compare(was, now, log) : added(now, log)));
  for (const collection of gone) {
    const removal = log.add('collection.removed', [collection.key], `The collection ${collection.key} goes away.`);
    collections.push({ before: collection, after: null, fields: NOTHING, removal, rules: [] });
  }
  const fresh = pairs.flatMap(({ was, now }) => (was ? [] : [now]));
  const candidates = [...collectionCandidates(gone, fresh), ...log.candidates];
  return { diff: { changes: log.changes, collections, candidates }, issues: log.unused() };
}

/** The collection that this one was before, under its own key or another. */
function previous(
  now: CollectionDocument,
  old: ReadonlyMap<string, CollectionDocument>,
  after: SchemaDocument,
  log: ChangeLog,
): CollectionDocument | null {
  const same = old.get(now.key);
  if (same) return same;
  const from = log.renamed('collection', [now.key]) ?? now.renamed_from;
  if (from === undefined || after.collections.some(({ key }) => key === from)) return null;
  return old.get(from) ?? null;
}

function added(now: CollectionDocument, log: ChangeLog): CollectionPlan {
  log.add('collection.added', [now.key], `The collection ${now.key} is new.`);
  return { before: null, after: now, fields: NOTHING, removal: null, rules: [] };
}

function compare(was: CollectionDocument, now: CollectionDocument, log: ChangeLog): CollectionPlan {
  const path = [now.key];
  const from = log.changes.length;
  if (was.key !== now.key) {
    log.add('collection.renamed', path, `The collection ${was.key} is now called ${now.key}.`);
  }
  if (givenLabel(was.key, was.label) !== givenLabel(now.key, now.label) || was.help !== now.help) {
    log.add('collection.described', path, `The collection ${now.key} is described in other words.`);
  }
  if (canonicalText(was.order) !== canonicalText(now.order)) {
    log.add('collection.reordered', path, `The entries of ${now.key} come in another order.`);
  }
  if (was.title_field !== now.title_field) {
    log.add('collection.retitled', path, `Another field names the entries of ${now.key}.`);
  }
  if (!was.singleton && now.singleton) {
    log.add('collection.singleton', path, `The collection ${now.key} holds a single entry from now on.`);
  } else if (was.singleton !== now.singleton) {
    log.add('collection.described', path, `The collection ${now.key} may hold several entries.`);
  }
  const fields = new FieldDiffer(log).fields(was.fields, now.fields, path);
  const rules = log.changes
    .slice(from)
    .filter(({ kind }) => ['field.required', 'field.constrained', 'field.added'].includes(kind));
  return { before: was, after: now, fields, removal: null, rules };
}

/** Collections that went and came with mostly the same fields. */
function collectionCandidates(gone: readonly CollectionDocument[], fresh: readonly CollectionDocument[]): Rename[] {
  return gone.flatMap((was) =>
    fresh
      .filter((now) => {
        const keys = new Set(was.fields.map(({ key, type }) => `${key} ${type}`));
        const shared = now.fields.filter(({ key, type }) => keys.has(`${key} ${type}`)).length;
        return 2 * shared >= Math.max(was.fields.length, now.fields.length);
      })
      .map((now): Rename => ({ kind: 'collection', from: was.key, to: now.key })),
  );
}

import { canonicalText } from '../canonical.ts';
import type { CollectionDocument, CollectionOrder, SchemaDocument } from '../document.ts';
import type { Issue } from '../issues.ts';
import { workflowChanges } from '../workflow/workflow-changes.ts';
import { inAnotherOrder } from './another-order.ts';
import { ChangeLog, MAX_CANDIDATES } from './change-log.ts';
import { wordChanges } from './change-messages.ts';
import { FieldDiffer } from './diff-fields.ts';
import { matchKeys } from './match-keys.ts';
import type { ChangeKind, CollectionPlan, FieldsPlan, Migration, Rename, SchemaDiff } from './model.ts';

/** Renames and migrations that come with a new schema. */
export interface DiffOptions {
  readonly renames?: readonly Rename[];
  readonly migrations?: readonly Migration[];
}

/** A diff, or what's wrong with the renames and migrations that came along: paths begin with `renames` or `migrations`. */
export type DiffResult = { readonly diff: SchemaDiff; readonly issues: readonly Issue[] };

/** Changes after which values may break a rule of publishing that they kept before. */
const RULES: readonly ChangeKind[] = [
  'field.required',
  'field.constrained',
  'field.added',
  'field.type_changed',
  'field.options_removed',
  'field.shown',
];

const NOTHING: FieldsPlan = { fields: [], removed: new Map(), identity: true };

/**
 * Compares two schemas, without looking at any entry.
 *
 * @param before null when there was none
 */
export function diffSchemas(
  before: SchemaDocument | null,
  after: SchemaDocument,
  options: DiffOptions = {},
): DiffResult {
  const steps = diffInSteps(before, after, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Like `diffSchemas`, in steps of a collection each, between which other work may go on. */
export function* diffInSteps(
  before: SchemaDocument | null,
  after: SchemaDocument,
  { renames = [], migrations = [] }: DiffOptions = {},
): Generator<void, DiffResult> {
  const log = new ChangeLog(renames, migrations);
  const old = before?.collections ?? [];
  const matched = matchKeys(old, after.collections, (to, isFree) => log.renamed('collection', [to], isFree));
  const pairs = after.collections.map((now) => ({ now, was: matched.get(now.key) }));
  for (const { was, now } of pairs) if (was) log.renamedCollections.set(was.key, now.key);
  const kept = new Set([...matched.values()].map(({ key }) => key));
  const gone = old.filter(({ key }) => !kept.has(key));
  const collections: CollectionPlan[] = [];
  for (const { was, now } of pairs) {
    yield;
    collections.push(was ? compare(was, now, log) : added(now, log));
  }
  yield;
  for (const collection of gone) {
    const removal = log.add('collection.removed', [collection.key], `The collection ${collection.key} goes away.`);
    collections.push({ before: collection, after: null, fields: NOTHING, removal, rules: [] });
  }
  const [moved] = inAnotherOrder(old, after.collections);
  if (moved !== undefined) log.add('collection.moved', [moved], 'The collections come in another order.');
  const fresh = pairs.flatMap(({ was, now }) => (was ? [] : [now]));
  const candidates: Rename[] = [];
  for (const candidate of collectionCandidates(gone, fresh)) {
    candidates.push(candidate);
    if (candidates.length === MAX_CANDIDATES) break;
  }
  candidates.push(...log.candidates.slice(0, MAX_CANDIDATES - candidates.length));
  return { diff: { changes: log.changes, collections, candidates }, issues: log.unused() };
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
  for (const message of wordChanges(`the collection ${now.key}`, was, now)) {
    log.add('collection.described', path, message);
  }
  if (!was.singleton && now.singleton) {
    log.add('collection.singleton', path, `The collection ${now.key} holds a single entry from now on.`);
  } else if (was.singleton !== now.singleton) {
    log.add('collection.described', path, `The collection ${now.key} may hold several entries.`);
  }
  const fields = new FieldDiffer(log).fields(was.fields, now.fields, path);
  const renamed = new Map(fields.fields.map((field) => [field.from, field.key]));
  if (canonicalText(orderAfter(was.order, renamed)) !== canonicalText(now.order)) {
    log.add('collection.reordered', path, `The entries of ${now.key} come in another order.`);
  }
  if (keyAfter(was.title_field, renamed) !== now.title_field) {
    log.add('collection.retitled', path, `Another field names the entries of ${now.key}.`);
  }
  if (canonicalText(was.preview ?? null) !== canonicalText(now.preview ?? null)) {
    log.add(
      'collection.described',
      path,
      `The address of previews of ${now.key} ${now.preview ? 'changes' : 'goes away'}.`,
    );
  }
  if (canonicalText([was.path ?? null, was.tree ?? false]) !== canonicalText([now.path ?? null, now.tree ?? false])) {
    const change = now.path === undefined ? 'go away' : was.path === undefined ? 'are new' : 'change';
    log.add('collection.described', path, `The paths of the pages of ${now.key} ${change}.`);
  }
  for (const message of workflowChanges(was, now)) log.add('collection.described', path, message);
  const rules = log.changes.slice(from).filter(({ kind }) => RULES.includes(kind));
  return { before: was, after: now, fields, removal: null, rules };
}

/** A field's key after renames. */
function keyAfter<Key extends string | null>(key: Key, renamed: ReadonlyMap<string, string>): string | Key {
  return (key === null ? undefined : renamed.get(key)) ?? key;
}

/** An order by the same field as before, whatever it's called now. */
function orderAfter(order: CollectionOrder, renamed: ReadonlyMap<string, string>): CollectionOrder {
  return order === null || order === 'manual' ? order : { ...order, field: keyAfter(order.field, renamed) };
}

/** Collections that went and came with mostly the same fields. */
function* collectionCandidates(
  gone: readonly CollectionDocument[],
  fresh: readonly CollectionDocument[],
): Generator<Rename> {
  const fieldsOf = ({ fields }: CollectionDocument): string[] => fields.map(({ key, type }) => `${key} ${type}`);
  const came = fresh.map((now) => ({ now, fields: fieldsOf(now) }));
  for (const was of gone) {
    const keys = new Set(fieldsOf(was));
    for (const { now, fields } of came) {
      const shared = fields.filter((field) => keys.has(field)).length;
      if (2 * shared >= Math.max(was.fields.length, now.fields.length)) {
        yield { kind: 'collection', from: was.key, to: now.key };
      }
    }
  }
}

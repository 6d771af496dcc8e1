import type { ProjectClient } from '@stele/client';
import { findCollection, type SchemaDocument } from '@stele/schema';
import { isNumbered } from '../content/entry-names.ts';
import { type ContentLine, type EntryName, nameKey } from '../content/line.ts';
import { UserError } from '../errors.ts';
import { MOST_TOGETHER } from './create-many.ts';
import { type FailedLine, namedBefore } from './failed-line.ts';
import { findKnownEntries, type KnownEntries, type KnownEntry } from './known-entries.ts';
import { entriesReferredTo } from './line-references.ts';
import type { Source } from './source.ts';

/** Limits that bound an import, unless the operator raised them. */
const CREATES_PER_HOUR = 2000;
const PUBLISHES_PER_MINUTE = 30;

/** The project that an import goes into, and what it may do there. */
export interface ImportTarget {
  readonly api: ProjectClient;
  readonly projectId: string;
  /** Null while none was pushed. */
  readonly schema: SchemaDocument | null;
  readonly publish: boolean;
  readonly existing: ExistingMode;
  /** Whether to overwrite what others changed since it was imported. */
  readonly overwriteEdits: boolean;
  /** Id of an asset here → what the file calls it. */
  assetNames?(): ReadonlyMap<string, string>;
}

/** How existing entries are treated: changed where the file differs, left as they are, or refused. */
type ExistingMode = 'update' | 'skip' | 'fail';
export const EXISTING_MODES: readonly ExistingMode[] = ['update', 'skip', 'fail'];

/** An import's work, known before anything is written. */
export interface ImportPlan {
  readonly documents: number;
  readonly collections: readonly string[];
  /** Locales that the file uses, in the order of their first use. */
  readonly locales: readonly string[];
  readonly existing: KnownEntries;
  /** Names of all entries of the file, in its order. */
  readonly names: ReadonlySet<string>;
  readonly toCreate: number;
  readonly toPublish: number;
  /** How many requests publish them, at least: new entries that wait for no others go live together. */
  readonly publishes: number;
  /** Lines whose entry an earlier one names. They aren't imported. */
  readonly repeated: readonly FailedLine[];
  /** The other lines. */
  read(): AsyncIterable<ContentLine>;
}

/** Looks through a source and the project. */
export async function planImport({ read }: Pick<Source, 'read'>, target: ImportTarget): Promise<ImportPlan> {
  const collections = new Map<string, boolean>();
  const targets = new Set<string>();
  const locales = new Set<string>();
  const names = new Set<string>();
  const numbered = new Set<string>();
  let documents = 0;
  for await (const line of read()) {
    documents++;
    for (const locale of localesOf(line)) locales.add(locale);
    const references = entriesReferredTo(findCollection(target.schema, line.collection), line);
    for (const [collection] of references) targets.add(collection);
    for (const name of numberedNames(line, references)) numbered.add(name);
    const matters = target.existing === 'update' || line.live !== null || references.length > 0;
    names.add(nameKey([line.collection, line.externalId]));
    collections.set(line.collection, matters || collections.get(line.collection) === true);
  }
  const imported = [...collections.keys()];
  for (const collection of targets) if (!collections.has(collection)) collections.set(collection, false);
  const existing = await findKnownEntries(target.api, target.schema, collections);
  if (numbered.size > 0 && existing.size > 0) throw new UserError(whyNumbered(numbered, [...collections.keys()]));
  const firsts = new Map<string, string>();
  const repeated = new Map<number, FailedLine>();
  let toCreate = 0;
  let toPublish = 0;
  let together = 0;
  let place = 0;
  const isThere = (name: EntryName): boolean => existing.has(nameKey(name)) || firsts.has(nameKey(name));
  for await (const line of read()) {
    const entry = existing.get(nameKey([line.collection, line.externalId]));
    const identity = entry?.id ?? nameKey([line.collection, line.externalId]);
    const first = firsts.get(identity);
    if (first !== undefined) repeated.set(place, namedBefore(line, first));
    else {
      const isWhole = entriesReferredTo(findCollection(target.schema, line.collection), line).every(isThere);
      firsts.set(identity, line.place ?? `"${line.externalId}"`);
      if (!entry) toCreate++;
      if (target.publish && unpublishedLocales(entry, Object.keys(line.live ?? line.values)).length > 0) {
        toPublish++;
        if (!entry && isWhole) together++;
      }
    }
    place++;
  }
  return {
    documents: documents - repeated.size,
    collections: imported,
    locales: [...locales],
    existing,
    names,
    toCreate,
    toPublish,
    publishes: toPublish - together + Math.ceil(together / MOST_TOGETHER),
    repeated: [...repeated.values()],
    async *read() {
      let at = 0;
      for await (const line of read()) if (!repeated.has(at++)) yield line;
    },
  };
}

/** Names that a release before the one that writes "base" gave by place, and that a line has or refers to. */
function numberedNames(
  { collection, externalId, live, base }: ContentLine,
  references: readonly EntryName[],
): string[] {
  if (live === null || base !== undefined) return [];
  return [[collection, externalId] as const, ...references]
    .filter(([, name]) => isNumbered(name))
    .map(([, name]) => name);
}

function whyNumbered(names: ReadonlySet<string>, collections: readonly string[]): string {
  const [first] = names;
  return [
    `The file is of an earlier release of "stele export", which numbered entries without an external_id, as in "${first}".`,
    'The same number can mean another entry by now, so nothing was imported. Export again with this release.',
    `If you can't, import the file into a project that has no entries in ${collections.join(', ')}.`,
  ].join('\n');
}

/** Locales of a line that were never published. Published ones may have newer drafts: publishing those is an editor's decision. */
export function unpublishedLocales(entry: KnownEntry | undefined, locales: readonly string[]): string[] {
  if (!entry) return [...locales];
  if (entry.isTrashed) return [];
  return locales.filter((locale) => entry.localesStatus[locale] === 'draft');
}

/** How long an import takes at least with the standard limits, in seconds. The first window is free. */
export function expectedSeconds(plan: Pick<ImportPlan, 'toCreate' | 'publishes'>): number {
  const creating = Math.floor(Math.max(0, plan.toCreate - 1) / CREATES_PER_HOUR) * 3600;
  const publishing = Math.floor(Math.max(0, plan.publishes - 1) / PUBLISHES_PER_MINUTE) * 60;
  return Math.max(creating, publishing);
}

function localesOf({ values, live }: ContentLine): string[] {
  return [...Object.keys(values), ...Object.keys(live ?? {})];
}

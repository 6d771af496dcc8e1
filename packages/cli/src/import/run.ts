import type { EntryWarning } from '@stele/client';
import { findCollection } from '@stele/schema';
import pLimit from 'p-limit';
import { type ContentLine, nameKey } from '../content/line.ts';
import { refusalOf } from '../errors.ts';
import { MOST_TOGETHER } from './create-many.ts';
import { alreadyThere, type FailedLine, failedLine } from './failed-line.ts';
import { inFileOrder } from './file-order.ts';
import { EntryImporter, type ImportedEntry } from './import-entry.ts';
import type { KnownEntry } from './known-entries.ts';
import type { ImportPlan, ImportTarget } from './plan.ts';
import { type PlacedEntry, restoreOrder } from './restore-order.ts';

/** Publishes that wait together go live together: as many as an API can be asked to hold for one client. */
const AT_ONCE = 16;

export interface ImportSummary {
  created: number;
  existed: number;
  trashed: number;
  published: number;
  /** Entries that were there already, as the file has them. */
  unchanged: number;
  /** Entries that others changed since the export, or since their import: they were left as they are. */
  differing: number;
  /** Differing entries and those in the trash, by name. */
  skipped: SkippedLine[];
  /** Entries that were there already and were changed where the file differs. */
  updated: number;
  warnings: LineWarning[];
  failed: FailedLine[];
  /** Lines that failed after their entry was created: it's there as a draft. */
  drafts: number;
}

/**
 * Why an entry was left as it is: others changed it since the export or import, something newer than the file was imported since, or it is in
 * the trash.
 */
export type SkipReason = 'changed' | 'older' | 'trashed';

/** The line of an entry that was left as it is. */
export interface SkippedLine {
  readonly collection: string;
  readonly externalId: string;
  readonly reason: SkipReason;
}

/** A warning about the published values of a line. */
export interface LineWarning extends EntryWarning {
  readonly collection: string;
  readonly externalId: string;
}

/**
 * Carries an import out: creates all entries, and finishes those that refer to others once all are there. It can be
 * stopped at any time and run again: entries whose external_id is there already are not created again, but changed where
 * the file differs, unless someone else changed them since. A line that the API refuses doesn't stop the others.
 *
 * @param onDone called after each line
 */
export async function runImport(
  plan: ImportPlan,
  target: ImportTarget,
  onDone: (summary: Readonly<ImportSummary>) => void,
): Promise<ImportSummary> {
  const counts = {
    created: 0,
    existed: 0,
    trashed: 0,
    published: 0,
    unchanged: 0,
    differing: 0,
    updated: 0,
    drafts: 0,
  };
  const summary: ImportSummary = { ...counts, skipped: [], warnings: [], failed: [] };
  const importer = new EntryImporter(target, plan.existing);
  const created = new Set<string>();
  /** Entries that wait for others, and whether this run created them. */
  const waiting = new Map<string, { readonly isNew: boolean; readonly entry: KnownEntry }>();
  /** Entries whose lines give their places, by collection. */
  const placed = new Map<string, PlacedEntry[]>();

  const place = ({ collection, order }: ContentLine, { id, isTrashed }: KnownEntry, isNew: boolean): void => {
    if (order === undefined || isTrashed) return;
    const own = placed.get(collection) ?? [];
    own.push({ id, order, isNew });
    placed.set(collection, own);
  };
  const finish = async (
    line: ContentLine,
    entry: KnownEntry,
    isNew: boolean,
    created?: ImportedEntry,
  ): Promise<void> => {
    const { published, skipped, updated, warnings: later } = await importer.finish(line, entry, isNew);
    const warnings = [...(created?.warnings ?? []), ...later];
    if (published || created?.published) summary.published++;
    if (!isNew && !entry.isTrashed && skipped === null && !updated) summary.unchanged++;
    const { collection, externalId } = line;
    if (skipped !== null && skipped !== 'trashed') summary.differing++;
    if (skipped !== null) summary.skipped.push({ collection, externalId, reason: skipped });
    if (updated) summary.updated++;
    summary.warnings.push(...warnings.map((warning) => ({ ...warning, collection, externalId })));
    onDone(summary);
  };
  const create = async (line: ContentLine, made: ImportedEntry | undefined): Promise<void> => {
    const name = keyOf(line);
    const existing = plan.existing.get(name);
    if (existing && !existing.isTrashed && target.existing === 'fail') throw alreadyThere(line);
    const entry = existing ?? made?.entry ?? (await importer.create(line));
    place(line, entry, !existing);
    if (entry.isTrashed) summary.trashed++;
    else if (existing) summary.existed++;
    else {
      summary.created++;
      created.add(name);
    }
    if (importer.refers(line) && !made?.isWhole) waiting.set(name, { entry, isNew: !existing });
    else await finish(line, entry, !existing, made);
  };
  /** Entries that still waited when this pass over the lines began: pages below them wait for the next one. */
  let still: ReadonlySet<string> = new Set();
  const finishWaiting = async (line: ContentLine): Promise<void> => {
    const known = waiting.get(keyOf(line));
    if (!known || importer.above(line).some((name) => still.has(name))) return;
    waiting.delete(keyOf(line));
    await finish(line, known.entry, known.isNew);
  };
  /** Notes what the API refuses. Any other failure ends the import. */
  const guarded =
    (work: (line: ContentLine, made?: ImportedEntry) => Promise<void>) => (line: ContentLine, made?: ImportedEntry) =>
      work(line, made).catch((error: unknown) => {
        summary.failed.push(failedLine(line, error));
        if (created.has(keyOf(line))) summary.drafts++;
        onDone(summary);
      });

  const limit = pLimit(AT_ONCE);
  for await (const lines of inBatches(plan.read())) {
    const made = await importer.createMany(
      lines.filter((line) => !plan.existing.has(keyOf(line))),
      (name) => waiting.has(name),
    );
    await Promise.all(lines.map((line) => limit(guarded(create), line, made.get(line))));
  }
  for (const [collection, entries] of placed) {
    if (findCollection(target.schema, collection)?.order !== 'manual') continue;
    await restoreOrder(target.api, collection, entries).catch((error: unknown) => {
      const message = `It isn't in the order of the file: ${refusalOf(error)}`;
      summary.failed.push({ collection, externalId: null, place: collection, message, details: [] });
    });
  }
  while (waiting.size > 0) {
    // Pages below each other in a circle are refused in the end.
    still = still.size === waiting.size ? new Set() : new Set(waiting.keys());
    await eachLine(plan.read(), guarded(finishWaiting));
  }
  summary.failed = inFileOrder(plan.names, summary.failed);
  summary.skipped = inFileOrder(plan.names, summary.skipped);
  summary.warnings = inFileOrder(plan.names, summary.warnings);
  return summary;
}

function keyOf({ collection, externalId }: ContentLine): string {
  return nameKey([collection, externalId]);
}

async function* inBatches(lines: AsyncIterable<ContentLine>): AsyncGenerator<readonly ContentLine[]> {
  let batch: ContentLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < MOST_TOGETHER) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Works on several lines at once. @throws what the work throws */
export async function eachLine(
  lines: AsyncIterable<ContentLine>,
  work: (line: ContentLine) => Promise<void>,
): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const running = new Set<Promise<void>>();
  for await (const line of lines) {
    const task = limit(() => work(line));
    running.add(task);
    task.then(
      () => running.delete(task),
      () => undefined,
    );
    if (running.size >= AT_ONCE) await Promise.race(running);
  }
  await Promise.all(running);
}

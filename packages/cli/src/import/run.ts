import { findCollection } from '@stele/schema';
import pLimit from 'p-limit';
import type { Api } from '../api/api.ts';
import type { EntryWarning } from '../api/shapes.ts';
import { type ContentLine, nameKey } from '../content/line.ts';
import { type FailedLine, failedLine } from './failed-line.ts';
import { inFileOrder } from './file-order.ts';
import { EntryImporter, RefusedLine } from './import-entry.ts';
import type { KnownEntry } from './known-entries.ts';
import type { ImportPlan, ImportTarget } from './plan.ts';
import { type PlacedEntry, restoreOrder } from './restore-order.ts';

const AT_ONCE = 6;

/** What an import did. */
export interface ImportSummary {
  created: number;
  existed: number;
  trashed: number;
  published: number;
  unchanged: number;
  /** Entries that somebody changed after an earlier import: they were left as they are. */
  differing: number;
  /** Entries that were there already and were changed where the file differs. */
  updated: number;
  warnings: LineWarning[];
  failed: FailedLine[];
  /** Lines that failed after their entry was created: it's there as a draft. */
  drafts: number;
}

/** Something to know of what was published of a line. */
export interface LineWarning extends EntryWarning {
  readonly collection: string;
  readonly externalId: string;
}

/**
 * Carries an import out: creates all entries, and finishes those that refer to others once all are there. It can be
 * stopped at any time and run again: entries whose external_id is there already are not created again, but changed where
 * the file differs, unless somebody else changed them since. A line that the API refuses doesn't stop the others.
 *
 * @param read reads the file anew each time
 * @param onDone told after each line
 */
export async function runImport(
  api: Api,
  read: () => AsyncIterable<ContentLine>,
  plan: ImportPlan,
  target: ImportTarget,
  onDone: (summary: Readonly<ImportSummary>) => void,
): Promise<ImportSummary> {
  const summary: ImportSummary = {
    created: 0,
    existed: 0,
    trashed: 0,
    published: 0,
    unchanged: 0,
    differing: 0,
    updated: 0,
    warnings: [],
    failed: [],
    drafts: 0,
  };
  const run = new ImportRun(api, plan, target, summary, onDone);
  await eachLine(read(), (line) => run.create(line));
  if (run.hasWaiting) await eachLine(read(), (line) => run.finishWaiting(line));
  await run.restoreOrders();
  summary.failed = inFileOrder(plan.names, summary.failed);
  summary.warnings = inFileOrder(plan.names, summary.warnings);
  return summary;
}

/** Works on several lines at once. @throws what the work throws */
async function eachLine(lines: AsyncIterable<ContentLine>, work: (line: ContentLine) => Promise<void>): Promise<void> {
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

/** The refusal of a line whose entry is there, where none may be. */
export function alreadyThere({ collection, externalId }: ContentLine): RefusedLine {
  const message = `There is an entry "${externalId}" in the collection ${collection} already.`;
  return new RefusedLine([{ path: ['external_id'], message }]);
}

class ImportRun {
  readonly #api: Api;
  readonly #target: ImportTarget;
  readonly #plan: ImportPlan;
  readonly #summary: ImportSummary;
  readonly #onDone: (summary: Readonly<ImportSummary>) => void;
  readonly #importer: EntryImporter;
  /** Entries that wait for others to be there, and whether this run created them. */
  readonly #waiting = new Map<
    string,
    { readonly isNew: boolean; readonly entry: Parameters<EntryImporter['finish']>[1] }
  >();

  readonly #created = new Set<string>();

  /** Entries whose lines say where they stand, by collection, and whether this run created any. */
  readonly #placed = new Map<string, { readonly entries: PlacedEntry[]; isNew: boolean }>();

  constructor(
    api: Api,
    plan: ImportPlan,
    target: ImportTarget,
    summary: ImportSummary,
    onDone: (summary: Readonly<ImportSummary>) => void,
  ) {
    this.#api = api;
    this.#target = target;
    this.#plan = plan;
    this.#summary = summary;
    this.#onDone = onDone;
    this.#importer = new EntryImporter(api, target, plan.existing);
  }

  /** Puts the entries of collections that are ordered by hand in the file's order. */
  async restoreOrders(): Promise<void> {
    for (const [collection, { entries, isNew }] of this.#placed) {
      if (findCollection(this.#target.schema, collection)?.order !== 'manual') continue;
      await restoreOrder(this.#api, this.#target.projectId, collection, entries, isNew);
    }
  }

  get hasWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  async create(line: ContentLine): Promise<void> {
    const name = nameKey([line.collection, line.externalId]);
    await this.#guard(line, async () => {
      const existing = this.#plan.existing.get(name);
      if (existing && !existing.isTrashed && this.#target.existing === 'fail') throw alreadyThere(line);
      const entry = existing ?? (await this.#importer.create(line));
      this.#place(line, entry, !existing);
      if (entry.isTrashed) this.#summary.trashed++;
      else if (existing) this.#summary.existed++;
      else {
        this.#summary.created++;
        this.#created.add(name);
      }
      if (this.#importer.refers(line)) this.#waiting.set(name, { entry, isNew: !existing });
      else await this.#finish(line, entry, !existing);
    });
  }

  #place({ collection, order }: ContentLine, { id, isTrashed }: KnownEntry, isNew: boolean): void {
    if (order === undefined || isTrashed) return;
    const placed = this.#placed.get(collection) ?? { entries: [], isNew: false };
    placed.entries.push({ id, order });
    placed.isNew ||= isNew;
    this.#placed.set(collection, placed);
  }

  async finishWaiting(line: ContentLine): Promise<void> {
    const name = nameKey([line.collection, line.externalId]);
    const waiting = this.#waiting.get(name);
    if (!waiting) return;
    this.#waiting.delete(name);
    await this.#guard(line, () => this.#finish(line, waiting.entry, waiting.isNew));
  }

  async #finish(line: ContentLine, ...rest: [Parameters<EntryImporter['finish']>[1], boolean]): Promise<void> {
    const { published, unchanged, differs, updated, warnings } = await this.#importer.finish(line, ...rest);
    if (published) this.#summary.published++;
    if (unchanged) this.#summary.unchanged++;
    if (differs) this.#summary.differing++;
    if (updated) this.#summary.updated++;
    const { collection, externalId } = line;
    this.#summary.warnings.push(...warnings.map((warning) => ({ ...warning, collection, externalId })));
    this.#onDone(this.#summary);
  }

  /** Notes what the API refuses; what fails otherwise ends the import. */
  async #guard(line: ContentLine, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#summary.failed.push(failedLine(line, error));
      if (this.#created.has(nameKey([line.collection, line.externalId]))) this.#summary.drafts++;
      this.#onDone(this.#summary);
    }
  }
}

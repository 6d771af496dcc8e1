import { type CollectionDocument, findCollection, type Values } from '@stele/schema';
import pLimit from 'p-limit';
import type { Api } from '../api/api.ts';
import type { EntryCheck, EntryValidation, LocaleValues } from '../api/shapes.ts';
import { type ContentLine, nameKey } from '../content/line.ts';
import { differingFields, isEditedSinceImport } from './differences.ts';
import { type FailedLine, failedLine } from './failed-line.ts';
import { inFileOrder } from './file-order.ts';
import { RefusedLine } from './import-entry.ts';
import type { KnownEntry } from './known-entries.ts';
import { entriesReferredTo, resolveReferences, withoutReferring } from './line-references.ts';
import { type ImportPlan, type ImportTarget, unpublishedLocales } from './plan.ts';
import { alreadyThere, type LineWarning } from './run.ts';
import { UniqueInFile } from './unique-in-file.ts';

const AT_ONCE = 6;

/** What an import would meet. */
export interface DryRunResult {
  readonly toUpdate: number;
  /** Entries that somebody changed since they were imported, which would be left as they are. */
  readonly differing: number;
  readonly warnings: readonly LineWarning[];
  readonly failed: readonly FailedLine[];
}

/** What can't be checked before the real run has made it. */
export interface NotThereYet {
  readonly locales: readonly string[];
  /** Whether a text names an asset that is to be uploaded. */
  namesAsset(text: string): boolean;
}

/**
 * Has the server check every line as the real import would send it; nothing is written. References to entries of the file that are to
 * be created, and assets that are to be uploaded, are taken for granted.
 */
export async function dryRun(
  api: Api,
  read: () => AsyncIterable<ContentLine>,
  plan: ImportPlan,
  target: ImportTarget,
  missing: NotThereYet,
): Promise<DryRunResult> {
  const checks = new LineChecks(api, plan, target, missing);
  const limit = pLimit(AT_ONCE);
  const running: Promise<void>[] = [];
  for await (const line of read()) {
    running.push(limit(() => checks.check(line)));
    if (running.length >= AT_ONCE * 4) await Promise.all(running.splice(0));
  }
  await Promise.all(running);
  return checks.result();
}

class LineChecks {
  readonly #api: Api;
  readonly #plan: ImportPlan;
  readonly #target: ImportTarget;
  readonly #missing: NotThereYet;
  readonly #unique = new UniqueInFile();
  #toUpdate = 0;
  #differing = 0;
  readonly #warnings: LineWarning[] = [];
  readonly #failed: FailedLine[] = [];

  constructor(api: Api, plan: ImportPlan, target: ImportTarget, missing: NotThereYet) {
    this.#api = api;
    this.#plan = plan;
    this.#target = target;
    this.#missing = missing;
  }

  result(): DryRunResult {
    return {
      toUpdate: this.#toUpdate,
      differing: this.#differing,
      warnings: inFileOrder(this.#plan.names, this.#warnings),
      failed: inFileOrder(this.#plan.names, this.#failed),
    };
  }

  async check(line: ContentLine): Promise<void> {
    const { collection: key, externalId } = line;
    const known = this.#plan.existing.get(nameKey([key, externalId]));
    if (known?.isTrashed) return;
    try {
      if (known && this.#target.existing === 'fail') throw alreadyThere(line);
      const collection = findCollection(this.#target.schema, key);
      const parts = line.live
        ? [
            { values: line.live, publish: true },
            { values: line.values, publish: false },
          ]
        : [];
      const loose = { values: line.values, publish: true };
      for (const part of line.live ? parts : [loose]) {
        if (!(await this.#checkPart(line, collection, known, part))) return;
      }
      if (!known && collection) {
        const taken = this.#unique.claim(collection, line);
        if (taken.length > 0) throw new RefusedLine(taken);
      }
    } catch (error) {
      if (!(error instanceof RefusedLine)) throw error;
      this.#failed.push(failedLine(line, error));
    }
  }

  /** @returns false when the line is done with. @throws RefusedLine */
  async #checkPart(
    line: ContentLine,
    collection: CollectionDocument | null,
    known: KnownEntry | undefined,
    part: { readonly values: LocaleValues; readonly publish: boolean },
  ): Promise<boolean> {
    const { projectId, existing } = this.#target;
    const { values, left } = this.#checkable(line, collection, part.values);
    const changes = known ? differingFields(collection, values, known) : values;
    if (known && Object.keys(changes).length > 0) {
      const mayUpdate =
        existing === 'update' &&
        (this.#target.overwriteEdits || !(await isEditedSinceImport(this.#api, projectId, known.id)));
      if (!mayUpdate) {
        if (existing === 'update') this.#differing++;
        return false;
      }
      if (part.publish) this.#toUpdate++;
    }
    const wanted = Object.keys(values);
    const touched = wanted.filter((locale) => !known || Object.hasOwn(changes, locale));
    const locales = [...new Set([...unpublishedLocales(known, wanted), ...touched])];
    const publish = this.#target.publish && part.publish ? locales : [];
    if (known && Object.keys(changes).length === 0 && publish.length === 0) return true;
    const check: EntryCheck = known
      ? { entry_id: known.id, values: changes, publish }
      : { collection_key: line.collection, external_id: line.externalId, values, publish };
    this.#take(line, await this.#api.validate(projectId, check), left);
    return true;
  }

  /** Notes what the server says, but for fields that were left out of the question. @throws RefusedLine */
  #take({ collection, externalId }: ContentLine, answer: EntryValidation, left: ReadonlySet<string>): void {
    const isLeft = (path: readonly (string | number)[]): boolean => left.has(path.slice(0, 3).join('\n'));
    this.#warnings.push(...answer.warnings.map((warning) => ({ ...warning, collection, externalId })));
    const errors = answer.errors.filter(({ path }) => !isLeft(path));
    if (errors.length > 0) throw new RefusedLine(errors.map(({ path, message }) => ({ path, message })));
  }

  /** Values that the server can check already, and the places of those that it can't. @throws RefusedLine */
  #checkable(
    line: ContentLine,
    collection: CollectionDocument | null,
    byLocale: LocaleValues,
  ): { readonly values: LocaleValues; readonly left: ReadonlySet<string> } {
    const left = new Set<string>();
    const isToCome = entriesReferredTo(collection, line).some((name) => this.#isToCome(nameKey(name)));
    const kept = Object.entries(byLocale)
      .filter(([locale]) => !this.#missing.locales.includes(locale))
      .map(([locale, own]) => {
        const known = isToCome ? this.#withoutToCome(collection, own) : own;
        const values = Object.fromEntries(
          Object.entries(known).filter(([, value]) => !this.#missing.namesAsset(JSON.stringify(value))),
        );
        for (const key of Object.keys(own)) {
          // What all locales share may be told in any of them.
          if (!Object.hasOwn(values, key)) for (const one of Object.keys(byLocale)) left.add(`values\n${one}\n${key}`);
        }
        return [locale, values] as const;
      });
    const idOf = (name: Parameters<typeof nameKey>[0]): string | null =>
      this.#plan.existing.get(nameKey(name))?.id ?? null;
    const { values, issues } = resolveReferences(collection, Object.fromEntries(kept), idOf);
    if (issues.length > 0) throw new RefusedLine(issues);
    return { values, left };
  }

  #withoutToCome(collection: CollectionDocument | null, values: Values): Values {
    const fields = Object.entries(values).filter(([key, value]) => {
      const one = { [key]: value };
      if (Object.keys(withoutReferring(collection, one)).length > 0) return true;
      const line = { collection: '', externalId: '', values: { x: one }, live: null };
      return !entriesReferredTo(collection, line).some((name) => this.#isToCome(nameKey(name)));
    });
    return Object.fromEntries(fields);
  }

  /** Whether an entry isn't there, but is in the file. */
  #isToCome(name: string): boolean {
    return !this.#plan.existing.has(name) && this.#plan.names.has(name);
  }
}

import type { EntryValidation } from '@stele/client';
import { type CollectionDocument, findCollection, uniqueValuesIn, type Values } from '@stele/schema';
import type { LocaleValues } from '../api.ts';
import { type ContentLine, type EntryName, nameKey } from '../content/line.ts';
import type { FailureDetail } from '../errors.ts';
import { ChangedSince } from './changed-since.ts';
import { differingFields, mayUpdate, wasTakenOff } from './differences.ts';
import { alreadyThere, type FailedLine, failedLine, RefusedLine } from './failed-line.ts';
import { inFileOrder } from './file-order.ts';
import type { KnownEntry } from './known-entries.ts';
import { entriesReferredTo, resolveReferences, withoutReferring } from './line-references.ts';
import { type ImportPlan, type ImportTarget, unpublishedLocales } from './plan.ts';
import { eachLine, type LineWarning, type SkippedLine, type SkipReason } from './run.ts';

export interface DryRunResult {
  readonly toUpdate: number;
  /** Entries that others changed since the export, or since their import, which would be left as they are. */
  readonly differing: number;
  readonly skipped: readonly SkippedLine[];
  readonly warnings: readonly LineWarning[];
  readonly failed: readonly FailedLine[];
}

/** Things that only the real run makes, so values that need them can't be checked before. */
interface NotThereYet {
  readonly locales: readonly string[];
  /** Whether a text names an asset that is to be uploaded. */
  namesAsset(text: string): boolean;
}

/** Values of a line, and whether the real run would publish them. */
interface Part {
  readonly values: LocaleValues;
  readonly publish: boolean;
}

/**
 * Has the server check every line as the real import would send it; nothing is written. References to entries of the file that are to
 * be created, and assets that are to be uploaded, are taken for granted.
 */
export async function dryRun(plan: ImportPlan, target: ImportTarget, missing: NotThereYet): Promise<DryRunResult> {
  const checks = new LineChecks(plan, target, missing);
  await eachLine(plan.read(), (line) => checks.check(line));
  return checks.result();
}

class LineChecks {
  readonly #plan: ImportPlan;
  readonly #target: ImportTarget;
  readonly #missing: NotThereYet;
  readonly #unique = new UniqueInFile();
  #toUpdate = 0;
  readonly #skipped: SkippedLine[] = [];
  readonly #changed: ChangedSince;
  readonly #warnings: LineWarning[] = [];
  readonly #failed: FailedLine[] = [];

  constructor(plan: ImportPlan, target: ImportTarget, missing: NotThereYet) {
    this.#plan = plan;
    this.#target = target;
    this.#missing = missing;
    this.#changed = new ChangedSince(target, plan.existing);
  }

  result(): DryRunResult {
    return {
      toUpdate: this.#toUpdate,
      differing: this.#skipped.filter(({ reason }) => reason !== 'trashed').length,
      skipped: inFileOrder(this.#plan.names, this.#skipped),
      warnings: inFileOrder(this.#plan.names, this.#warnings),
      failed: inFileOrder(this.#plan.names, this.#failed),
    };
  }

  async check(line: ContentLine): Promise<void> {
    const { collection: key, externalId, values, live } = line;
    const known = this.#plan.existing.get(nameKey([key, externalId]));
    if (known?.isTrashed) {
      if (this.#target.existing !== 'skip') this.#skip(line, 'trashed');
      return;
    }
    try {
      if (known && this.#target.existing === 'fail') throw alreadyThere(line);
      const collection = findCollection(this.#target.schema, key);
      if (known && !live && (await wasTakenOff(this.#target, known, Object.keys(values)))) {
        if (this.#target.existing === 'update') this.#skip(line, 'changed');
        return;
      }
      if (known && live && (await this.#isDone({ ...line, live }, collection, known))) return;
      const parts: Part[] = live ? [{ values: live, publish: true }] : [];
      for (const part of [...parts, { values, publish: !live }]) {
        if (!(await this.#checkPart(line, collection, known, part))) return;
      }
      const taken = !known && collection ? this.#unique.claim(collection, line) : [];
      if (taken.length > 0) throw new RefusedLine(taken);
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
    part: Part,
  ): Promise<boolean> {
    const { api, existing, publish: publishes } = this.#target;
    const { values, left } = this.#checkable(line, collection, part.values);
    const changes = known ? differingFields(collection, values, known) : values;
    const touched = Object.keys(changes);
    if (known && touched.length > 0) {
      if (!line.live && !(await mayUpdate(this.#target, known.id))) {
        if (existing === 'update') this.#skip(line, 'changed');
        return false;
      }
      if (part.publish) this.#toUpdate++;
    }
    const locales = [...new Set([...unpublishedLocales(known, Object.keys(values)), ...touched])];
    const publish = publishes && part.publish ? locales : [];
    if (known && touched.length + publish.length === 0) return true;
    const entry = known ? { entry_id: known.id } : { collection_key: line.collection, external_id: line.externalId };
    this.#take(line, await api.post('/entries/validate', { body: { ...entry, values: changes, publish } }), left);
    return true;
  }

  /** Whether an exported line is done with, since its entry is to stay as it is. @throws RefusedLine */
  async #isDone(
    line: ContentLine & { readonly live: LocaleValues },
    collection: CollectionDocument | null,
    known: KnownEntry,
  ): Promise<boolean> {
    // A value that refers to entries still to be created differs from the one that is there.
    const values = this.#checkable(line, collection, line.values).values;
    const live = this.#checkable(line, collection, line.live).values;
    const standing = await this.#changed.stateOf(line, known, { values, live });
    const isSkipped = (standing === 'changed' || standing === 'older') && this.#target.existing === 'update';
    if (isSkipped) this.#skip(line, standing);
    return standing !== 'open';
  }

  #skip({ collection, externalId }: ContentLine, reason: SkipReason): void {
    this.#skipped.push({ collection, externalId, reason });
  }

  /** Notes the server's answer, except for fields that were left out of the question. @throws RefusedLine */
  #take({ collection, externalId }: ContentLine, answer: EntryValidation, left: ReadonlySet<string>): void {
    this.#warnings.push(...answer.warnings.map((warning) => ({ ...warning, collection, externalId })));
    const errors = answer.errors.filter(({ path }) => !left.has(path.slice(0, 3).join('\n')));
    if (errors.length > 0) throw new RefusedLine(errors.map(({ path, message }) => ({ path, message })));
  }

  /** Values that the server can check already, and the places of those that it can't. @throws RefusedLine */
  #checkable(
    line: ContentLine,
    collection: CollectionDocument | null,
    byLocale: LocaleValues,
  ): { readonly values: LocaleValues; readonly left: ReadonlySet<string> } {
    const left = new Set<string>();
    const isToCome = entriesReferredTo(collection, line).some((name) => this.#isToCome(name));
    const kept = Object.entries(byLocale)
      .filter(([locale]) => !this.#missing.locales.includes(locale))
      .map(([locale, own]) => {
        const known = isToCome ? this.#withoutToCome(collection, own) : own;
        const values = Object.fromEntries(
          Object.entries(known).filter(([, value]) => !this.#missing.namesAsset(JSON.stringify(value))),
        );
        for (const key of Object.keys(own)) {
          // An error of a field that all locales share may be reported for any of them.
          if (!Object.hasOwn(values, key)) for (const one of Object.keys(byLocale)) left.add(`values\n${one}\n${key}`);
        }
        return [locale, values] as const;
      });
    const idOf = (name: EntryName): string | null => this.#plan.existing.get(nameKey(name))?.id ?? null;
    return { values: resolveReferences(collection, Object.fromEntries(kept), idOf), left };
  }

  #withoutToCome(collection: CollectionDocument | null, values: Values): Values {
    const fields = Object.entries(values).filter(([key, value]) => {
      const one = { [key]: value };
      if (Object.keys(withoutReferring(collection, one)).length > 0) return true;
      return !entriesReferredTo(collection, { values: { x: one }, live: null }).some((name) => this.#isToCome(name));
    });
    return Object.fromEntries(fields);
  }

  /** Whether an entry isn't there, but is in the file. */
  #isToCome(entry: EntryName): boolean {
    const name = nameKey(entry);
    return !this.#plan.existing.has(name) && this.#plan.names.has(name);
  }
}

/** Finds lines of one file that claim the same unique value: the server can't know of those that aren't there yet. */
class UniqueInFile {
  readonly #holders = new Map<string, string>();

  /** Claims a line's unique values. @returns the places of those that an earlier line claimed */
  claim(collection: CollectionDocument, { externalId, values }: ContentLine): FailureDetail[] {
    const taken: FailureDetail[] = [];
    for (const [locale, own] of Object.entries(values)) {
      for (const value of uniqueValuesIn(collection, locale, own)) {
        const key = JSON.stringify([collection.key, value.field, value.locale, value.value]);
        const holder = this.#holders.get(key) ?? externalId;
        if (holder === externalId) this.#holders.set(key, externalId);
        else {
          const message = `Another line of the file, "${holder}", has this value already.`;
          taken.push({ path: ['values', locale, value.field], message });
        }
      }
    }
    return taken;
  }
}

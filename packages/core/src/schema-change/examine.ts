import { createHash } from 'node:crypto';
import {
  type Change,
  type ClassifiedChange,
  type CollectionPlan,
  checkValues,
  concerns,
  Impact,
  type Migration,
  type SchemaDiff,
  type SchemaDocument,
} from '@stele/schema';
import type { Pool } from 'pg';
import { mentionedIds, mentionsIn } from '../content/mentions.ts';
import { loadMentioned, type MentionedEntry } from '../content/surroundings.store.ts';
import { uniqueValuesOf } from '../content/unique-values.ts';
import type { EntryRecord } from '../domains/entries/entries.store.ts';
import type { ProjectLiveState } from '../publishing/model.ts';
import { type EntryChange, type MigratedEntry, migrateEntry, planEntryChange, planRemoval } from './entry-change.ts';
import { scanEntries } from './scan.store.ts';
import { StateMoved } from './state-moved.ts';

/** A row that the table of unique values has after the change. */
export interface UniqueRow {
  readonly collectionKey: string;
  readonly field: string;
  readonly locale: string;
  readonly value: string;
  readonly entryId: string;
  draft: boolean;
  live: boolean;
}

/** What a change of the schema does to the entries that there are. */
export interface Examination {
  readonly changes: readonly ClassifiedChange[];
  readonly entries: readonly EntryChange[];
  /** Collections that were looked at, by the keys that they had; null for all. */
  readonly collections: readonly string[] | null;
  /** Fingerprint of all entries that were looked at: tells whether one has changed since. */
  readonly fingerprint: string;
  /** All unique values of the collections that were looked at. */
  readonly unique: readonly UniqueRow[];
}

/** What's examined. */
export interface ExamineOptions {
  readonly pool: Pool;
  readonly project: ProjectLiveState;
  readonly schema: SchemaDocument;
  readonly diff: SchemaDiff;
  readonly migrations: readonly Migration[];
  /** Whether the project had no schema so far. */
  readonly first: boolean;
  readonly now: Date;
}

/**
 * Looks at every entry that the change may touch. Writes nothing.
 *
 * @throws StateMoved when entries came that the diff knows nothing of
 */
export async function examine(options: ExamineOptions): Promise<Examination> {
  const examiner = new Examiner(options);
  await examiner.run();
  return examiner.result();
}

class Examiner {
  readonly #options: ExamineOptions;
  readonly #impact = new Impact();
  readonly #entries: EntryChange[] = [];
  readonly #unique = new Map<string, UniqueRow>();
  readonly #fingerprint = createHash('md5');
  readonly #plans: ReadonlyMap<string, CollectionPlan>;
  /** Old key of a collection → new key; null for one that goes away. */
  readonly #keys: ReadonlyMap<string, string | null>;
  #scanned = 0;

  constructor(options: ExamineOptions) {
    this.#options = options;
    const all = options.diff.collections.flatMap((plan) => (plan.before ? [[plan.before.key, plan] as const] : []));
    this.#keys = new Map(all.map(([key, plan]) => [key, plan.after?.key ?? null]));
    const moved = all.some(([key, plan]) => plan.after?.key !== key);
    this.#plans = new Map(all.filter(([, plan]) => options.first || this.#mustLookAt(plan, moved)));
  }

  async run(): Promise<void> {
    if (this.#plans.size === 0) return;
    const { pool, project } = this.#options;
    for await (const page of scanEntries(pool, project.id, this.#collections())) await this.#page(page);
  }

  result(): Examination {
    const { diff, migrations } = this.#options;
    return {
      changes: diff.changes.map((change) => this.#impact.classify(change, migrations)),
      entries: this.#entries,
      collections: this.#plans.size === 0 ? [] : this.#collections(),
      fingerprint: this.#fingerprint.digest('hex'),
      unique: [...this.#unique.values()],
    };
  }

  #collections(): string[] | null {
    return this.#options.first ? null : [...this.#plans.keys()];
  }

  #mustLookAt({ before, after, fields, rules }: CollectionPlan, moved: boolean): boolean {
    if (!before || !after || before.key !== after.key || !fields.identity || rules.length > 0 || moved) return true;
    const facts = ({ order, title_field, singleton, fields: all }: typeof before): string =>
      JSON.stringify([
        order,
        title_field,
        singleton,
        all.map(({ key, unique, type, localized }) => [key, unique, type, localized]),
        all.find(({ key }) => order !== null && order !== 'manual' && key === order.field) ?? null,
      ]);
    return facts(before) !== facts(after);
  }

  async #page(page: readonly EntryRecord[]): Promise<void> {
    const { project, schema, pool } = this.#options;
    const migrated = page.map((entry) => this.#migrate(entry));
    const mentioned = await loadMentioned(pool, project.id, this.#mentionedBy(page, migrated));
    const renamed = new Map(
      [...mentioned].flatMap(([id, entry]): [string, MentionedEntry][] => {
        const key = this.#keys.has(entry.collectionKey) ? this.#keys.get(entry.collectionKey) : entry.collectionKey;
        return key ? [[id, { ...entry, collectionKey: key }]] : [];
      }),
    );
    const rules = { locales: project.locales, defaultLocale: project.defaultLocale, schema };
    for (const [index, entry] of page.entries()) {
      this.#fingerprintOf(entry);
      const after = migrated[index];
      const key = this.#keys.get(entry.collectionKey);
      if (key === undefined) throw new StateMoved();
      const change =
        after && key
          ? planEntryChange(rules, key, entry, after, renamed)
          : key === null
            ? planRemoval(entry, this.#options.now)
            : null;
      if (change) this.#entries.push(change);
    }
  }

  #migrate(entry: EntryRecord): MigratedEntry | null {
    const plan = this.#plans.get(entry.collectionKey);
    this.#impact.begin(entry.id);
    if (plan?.removal && !entry.trashedAt) this.#impact.note(plan.removal, 'lost');
    if (!plan?.after) return null;
    const note = (change: string, effect: 'altered' | 'lost'): void => this.#impact.note(change, effect);
    const migrated = migrateEntry(plan, entry, this.#options.project.defaultLocale, note);
    if (!entry.trashedAt) {
      this.#checkRules(plan, entry, migrated);
      this.#claim(plan, entry, migrated);
    }
    return migrated;
  }

  /** Notes rules that entries keep to no longer, and did before. */
  #checkRules({ before, after, rules }: CollectionPlan, entry: EntryRecord, { drafts }: MigratedEntry): void {
    if (!before || !after || rules.length === 0) return;
    for (const [locale, { values }] of drafts) {
      const now = checkValues(after, values, 'publish');
      if (now.length === 0) continue;
      const was = checkValues(before, entry.drafts.get(locale)?.values ?? {}, 'publish');
      const old = entry.drafts.get(locale)?.values;
      const broken = (change: Change): boolean =>
        now.some(({ path }) => concerns(change, path, values)) && !was.some(({ path }) => concerns(change, path, old));
      for (const change of rules.filter(broken)) this.#impact.note(change.id, 'unfit');
    }
  }

  /** Notes unique values; of entries with the same one, the oldest holds it. */
  #claim({ after }: CollectionPlan, entry: EntryRecord, migrated: MigratedEntry): void {
    if (!after) return;
    for (const kind of ['drafts', 'live'] as const) {
      const values = [...migrated[kind]].map(([locale, checked]) => [locale, checked.values] as const);
      if (kind === 'live' && values.length === 0) continue;
      for (const value of uniqueValuesOf(after, values)) {
        const key = JSON.stringify([after.key, value.field, value.locale, value.value]);
        const row = this.#unique.get(key) ?? {
          ...value,
          collectionKey: after.key,
          entryId: entry.id,
          draft: false,
          live: false,
        };
        if (row.entryId !== entry.id) {
          const change = this.#changeBehind(after.key, value.field);
          if (change) this.#impact.note(change.id, 'unfit');
          continue;
        }
        if (kind === 'drafts') row.draft = true;
        else row.live = true;
        this.#unique.set(key, row);
      }
    }
  }

  /** The change by which two entries have the same unique value. */
  #changeBehind(collection: string, field: string): Change | undefined {
    const { changes } = this.#options.diff;
    if (field === '') return changes.find(({ id }) => id === `collection.singleton:${collection}`);
    const ofField = changes.filter(({ path }) => path[0] === collection && path[1] === field);
    return ofField.find(({ kind }) => kind === 'field.unique') ?? ofField[0];
  }

  #mentionedBy(page: readonly EntryRecord[], migrated: readonly (MigratedEntry | null)[]): string[] {
    const ids = page.flatMap((entry, index) => {
      const plan = this.#plans.get(entry.collectionKey);
      const live = [...(migrated[index]?.live ?? [])].map(([locale, { values }]) => [locale, values] as const);
      return mentionedIds(mentionsIn(plan?.after ?? null, live));
    });
    return [...new Set(ids)];
  }

  #fingerprintOf(entry: EntryRecord): void {
    const text = `${entry.id}:${entry.version}:${entry.trashedAt !== null}`;
    this.#fingerprint.update(this.#scanned === 0 ? text : `,${text}`);
    this.#scanned++;
  }
}

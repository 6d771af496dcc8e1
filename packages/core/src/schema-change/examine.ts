import { createHash } from 'node:crypto';
import {
  type Change,
  type ClassifiedChange,
  type CollectionPlan,
  checkValues,
  concerns,
  hiddenIn,
  Impact,
  isSeoField,
  type Migration,
  type Path,
  type SchemaDiff,
  type SchemaDocument,
  shapeOf,
} from '@stele/schema';
import type { Pool } from 'pg';
import { type CheckedValues, type LocaleValues, valuesByLocale } from '../content/draft-values.ts';
import { schemaHasPages } from '../content/live-pages.store.ts';
import { loadMentioned, type MentionedContent, type MentionedEntry } from '../content/mentioned-content.store.ts';
import { mentionedAssetIds, mentionedIds, mentionsIn } from '../content/mentions.ts';
import { uniqueValuesOf } from '../content/unique-values.ts';
import type { EntryRecord } from '../entries/entry.ts';
import { UniqueClaims } from '../entries/unique-claims.ts';
import { takeBreak } from '../platform/breaks.ts';
import { type ProjectLiveState, StateMoved } from '../publishing/model.ts';
import {
  type EntryChange,
  type MigratedEntry,
  migrateEntry,
  planEntryChange,
  planRemoval,
  sealedValues,
} from './entry-change.ts';
import { issuesOf, isTarget } from './publish-issues.ts';
import { scanEntries } from './scan.store.ts';
import type { Staging } from './staging.ts';

/** The effect of a schema change on the existing entries. */
export interface Examination {
  readonly changes: readonly ClassifiedChange[];
  /** Former keys of the examined collections; null for all. */
  readonly collections: readonly string[] | null;
  /** Hash of all examined entries and versions, to detect later changes. */
  readonly fingerprint: string;
  /** All unique values of the examined collections. */
  readonly unique: UniqueClaims;
  /** Former keys of collections that get another one → their new keys. */
  readonly renamed: ReadonlyMap<string, string>;
}

interface ExamineOptions {
  readonly pool: Pool;
  readonly project: ProjectLiveState;
  readonly schema: SchemaDocument;
  readonly diff: SchemaDiff;
  readonly migrations: readonly Migration[];
  /** Whether the project has no schema yet. */
  readonly first: boolean;
  readonly now: Date;
  /** Gets the rows to write, page by page; null when they aren't needed. */
  readonly staging: Staging | null;
}

/**
 * Examines every entry that the change may affect, a page at a time. Writes only to `staging`.
 *
 * @throws StateMoved when entries were created that the diff doesn't cover
 */
export async function examine(options: ExamineOptions): Promise<Examination> {
  return new Examiner(options).run();
}

class Examiner {
  readonly #options: ExamineOptions;
  readonly #impact = new Impact();
  readonly #unique = new UniqueClaims((entryId, collection, field) => {
    const change = this.#changeBehind(collection, field);
    if (!change) return;
    this.#impact.note(entryId, change.id, 'unfit');
    if (this.#liveClaimants.has(entryId)) this.#impact.noteUnpublishable(entryId, change.id);
  });
  /** Live entries that claim unique values. */
  readonly #liveClaimants = new Set<string>();
  /** Entry of a removed collection → the change that removes it. */
  readonly #leaving = new Map<string, string>();
  readonly #fingerprint = createHash('md5');
  readonly #plans: ReadonlyMap<string, CollectionPlan>;
  /** Old key of a collection → new key; null for a removed one. */
  readonly #keys: ReadonlyMap<string, string | null>;
  #scanned = 0;

  constructor(options: ExamineOptions) {
    this.#options = options;
    const all = options.diff.collections.flatMap((plan) => (plan.before ? [[plan.before.key, plan] as const] : []));
    this.#keys = new Map(all.map(([key, plan]) => [key, plan.after?.key ?? null]));
    const moved = all.some(([key, plan]) => plan.after?.key !== key);
    this.#plans = new Map(all.filter(([, plan]) => options.first || this.#mustLookAt(plan, moved)));
  }

  async run(): Promise<Examination> {
    const { pool, project, first, diff, migrations } = this.#options;
    const collections = first && this.#plans.size > 0 ? null : [...this.#plans.keys()];
    if (collections?.length !== 0) {
      for await (const page of scanEntries(pool, project.id, collections)) await this.#page(page);
    }
    return {
      changes: diff.changes.map((change) => this.#impact.classify(change, migrations)),
      collections,
      fingerprint: this.#fingerprint.digest('hex'),
      unique: this.#unique,
      renamed: new Map([...this.#keys].flatMap(([was, now]) => (now !== null && now !== was ? [[was, now]] : []))),
    };
  }

  #mustLookAt({ before, after, fields, rules }: CollectionPlan, moved: boolean): boolean {
    if (!before || !after || before.key !== after.key || !fields.identity || rules.length > 0 || moved) return true;
    const facts = ({ order, title_field, singleton, fields: all }: typeof before): string =>
      JSON.stringify([
        order,
        title_field,
        singleton,
        all.map(({ key, unique, type, localized, show_if }) => [key, unique, type, localized, show_if ?? null]),
        all.filter(isSeoField).map(({ key, seo }) => [key, seo]),
        all.filter(({ key }) => order !== null && order !== 'manual' && key === order.field).map(shapeOf),
      ]);
    return facts(before) !== facts(after);
  }

  async #page(page: readonly EntryRecord[]): Promise<void> {
    const { project, schema, pool, staging, now: at } = this.#options;
    const moved: { readonly entry: EntryRecord; readonly migrated: MigratedEntry | null }[] = [];
    const mentions: ReturnType<typeof mentionsIn>[] = [];
    for (const entry of page) {
      await takeBreak();
      this.#fingerprintOf(entry);
      const migrated = await this.#migrate(entry);
      moved.push({ entry, migrated });
      await takeBreak();
      const values = [...valuesByLocale(migrated?.live ?? []), ...valuesByLocale(migrated?.drafts ?? [])];
      mentions.push(mentionsIn(this.#plans.get(entry.collectionKey)?.after ?? null, values));
    }
    const [entryIds, assetIds] = [mentions.flatMap(mentionedIds), mentions.flatMap(mentionedAssetIds)];
    const paged = schemaHasPages(schema) || schemaHasPages(project.schema) ? page.map(({ id }) => id) : null;
    const now = await loadMentioned(pool, project.id, entryIds, assetIds, paged);
    for (const [id, { collectionKey }] of now.mentioned) {
      const removal = this.#plans.get(collectionKey)?.removal;
      if (removal) this.#leaving.set(id, removal);
    }
    const found: MentionedContent = { ...now, mentioned: this.#followed(now.mentioned) };
    const changes: EntryChange[] = [];
    const rules = { locales: project.locales, defaultLocale: project.defaultLocale, schema };
    for (const { entry, migrated: whole } of moved) {
      await takeBreak();
      const key = this.#keys.get(entry.collectionKey);
      if (key === undefined) throw new StateMoved();
      const plan = this.#plans.get(entry.collectionKey);
      const migrated = whole && plan ? this.#withoutDangling(plan, entry, whole, found) : null;
      if (plan && migrated && !entry.trashedAt) {
        await this.#checkRules(plan, entry, migrated, found);
        this.#checkHidden(plan, entry, migrated);
        this.#claim(plan, entry, migrated);
      }
      if (!staging) continue;
      const change =
        plan && migrated && key
          ? planEntryChange(rules, key, entry, plan, migrated, found, project.schemaVersion + 1)
          : key === null
            ? planRemoval(entry, at)
            : null;
      if (change) changes.push(change);
    }
    await staging?.add(changes);
  }

  /** Mentioned entries with the new keys of their collections, without those of removed collections. */
  #followed(mentioned: ReadonlyMap<string, MentionedEntry>): ReadonlyMap<string, MentionedEntry> {
    return new Map(
      [...mentioned].flatMap(([id, entry]): [string, MentionedEntry][] => {
        const key = this.#keys.has(entry.collectionKey) ? this.#keys.get(entry.collectionKey) : entry.collectionKey;
        return key ? [[id, { ...entry, collectionKey: key }]] : [];
      }),
    );
  }

  async #migrate(entry: EntryRecord): Promise<MigratedEntry | null> {
    const plan = this.#plans.get(entry.collectionKey);
    if (plan?.removal && !entry.trashedAt) {
      this.#impact.note(entry.id, plan.removal, 'lost');
      if (entry.live.size > 0) this.#impact.noteLive(entry.id, plan.removal);
    }
    if (!plan?.after) return null;
    const isMoved = plan.before !== null && plan.before.key !== plan.after.key;
    if (isMoved && entry.live.size > 0) this.#impact.noteLive(entry.id, `collection.renamed:${plan.after.key}`);
    return migrateEntry(
      plan,
      entry,
      this.#options.project,
      (change, effect) => this.#impact.note(entry.id, change, effect),
      (change) => this.#impact.noteLive(entry.id, change),
    );
  }

  /**
   * Drops values that, after a change of their field's type, mention something that doesn't exist. Notes live content that mentions
   * entries of removed collections.
   */
  #withoutDangling(
    plan: CollectionPlan,
    entry: EntryRecord,
    migrated: MigratedEntry,
    { mentioned, assets }: MentionedContent,
  ): MigratedEntry {
    const clean = (
      locale: string,
      { values, hash }: CheckedValues,
      old: LocaleValues,
      isLive: boolean,
    ): [string, CheckedValues] => {
      const mentionsBefore = mentionsIn(plan.before, [[locale, old]]);
      const before = new Set([...mentionedIds(mentionsBefore), ...mentionedAssetIds(mentionsBefore)]);
      const after = mentionsIn(plan.after, [[locale, values]]);
      const references = after.references.filter(({ id }) => !before.has(id));
      const files = after.assets.filter(({ id }) => !before.has(id));
      // As a mention, the same value is published in another form.
      if (isLive) for (const { path } of [...references, ...files]) this.#noteField(entry, plan, path, 'live');
      const gone = [
        ...references.filter(({ id, collections }) => !isTarget(mentioned.get(id), collections)),
        ...files.filter(({ id, isWithinText }) => !isWithinText && !assets.has(id)),
      ];
      if (gone.length === 0) return [locale, { values, hash }];
      for (const { path } of gone) this.#noteField(entry, plan, path, 'lost');
      const fields = new Set(gone.map(({ path }) => String(path[0])));
      const kept = Object.fromEntries(Object.entries(values).filter(([key]) => !fields.has(key)));
      return [locale, sealedValues(entry.id, locale, kept)];
    };
    const oldDraft = (locale: string): LocaleValues => entry.drafts.get(locale)?.values ?? {};
    const oldLive = (locale: string): LocaleValues => entry.liveValues.get(locale) ?? {};
    for (const [locale, { values }] of migrated.live) {
      for (const { id } of mentionsIn(plan.after, [[locale, values]]).references) {
        const removal = this.#leaving.get(id);
        if (!removal) continue;
        this.#impact.note(entry.id, removal, 'lost');
        this.#impact.noteLive(entry.id, removal);
        this.#impact.noteUnpublishable(entry.id, removal);
      }
    }
    return {
      drafts: new Map([...migrated.drafts].map(([locale, own]) => clean(locale, own, oldDraft(locale), false))),
      live: new Map([...migrated.live].map(([locale, own]) => clean(locale, own, oldLive(locale), true))),
    };
  }

  /** Notes lost values or changed live content with the change of the field's type, or else with another change of the field. */
  #noteField({ id }: EntryRecord, { after }: CollectionPlan, [field]: Path, finding: 'lost' | 'live'): void {
    const changes = this.#options.diff.changes.filter(({ path }) => path[0] === after?.key && path[1] === field);
    const change = changes.find(({ kind }) => kind === 'field.type_changed') ?? changes[0];
    if (!change) return;
    if (finding === 'live') this.#impact.noteLive(id, change.id);
    else this.#impact.note(id, change.id, finding);
  }

  /** Notes rules that entries break only under the new schema. */
  async #checkRules(
    { before, after, rules }: CollectionPlan,
    entry: EntryRecord,
    { drafts, live }: MigratedEntry,
    found: MentionedContent,
  ): Promise<void> {
    if (!before || !after || rules.length === 0) return;
    const check = async ({ values }: CheckedValues, old: LocaleValues, isLive: boolean): Promise<void> => {
      await takeBreak();
      const now = issuesOf(after, values, found);
      if (now.length === 0) return;
      const was = checkValues(before, old, 'publish');
      const broken = (change: Change): boolean =>
        now.some(({ path }) => concerns(change, path, values)) && !was.some(({ path }) => concerns(change, path, old));
      for (const change of rules.filter(broken)) {
        this.#impact.note(entry.id, change.id, 'unfit');
        if (isLive) this.#impact.noteUnpublishable(entry.id, change.id);
      }
    };
    for (const [locale, draft] of drafts) {
      await check(draft, entry.drafts.get(locale)?.values ?? {}, entry.live.has(locale));
    }
    for (const [locale, own] of live) {
      if (own.hash !== drafts.get(locale)?.hash) await check(own, entry.liveValues.get(locale) ?? {}, true);
    }
  }

  /** Notes changes that hide fields: their values leave the site, but stay in drafts. */
  #checkHidden({ before, after, rules }: CollectionPlan, entry: EntryRecord, { live }: MigratedEntry): void {
    const changes = rules.filter(({ kind }) => kind === 'field.shown');
    if (!before || !after || changes.length === 0) return;
    for (const [locale, { values }] of live) {
      const old = entry.liveValues.get(locale) ?? {};
      const was = hiddenIn(before.fields, old);
      const now = hiddenIn(after.fields, values);
      const hides = (change: Change): boolean =>
        now.some((path) => concerns(change, path, values)) && !was.some((path) => concerns(change, path, old));
      for (const change of changes.filter(hides)) {
        this.#impact.note(entry.id, change.id, 'altered');
        this.#impact.noteLive(entry.id, change.id);
      }
    }
  }

  #claim({ after }: CollectionPlan, entry: EntryRecord, migrated: MigratedEntry): void {
    if (!after) return;
    if (entry.live.size > 0) this.#liveClaimants.add(entry.id);
    const claim = (kind: 'draft' | 'live', values: MigratedEntry['live']): void => {
      for (const value of uniqueValuesOf(after, valuesByLocale(values)))
        this.#unique.claim(kind, entry.id, after.key, value);
    };
    if (entry.live.size > 0) claim('live', migrated.live);
    claim('draft', migrated.drafts);
  }

  /** The change that gives two entries the same unique value. */
  #changeBehind(collection: string, field: string): Change | undefined {
    const { changes } = this.#options.diff;
    if (field === '') return changes.find(({ id }) => id === `collection.singleton:${collection}`);
    const ofField = changes.filter(({ path }) => path[0] === collection && path[1] === field);
    return ofField.find(({ kind }) => kind === 'field.unique') ?? ofField[0];
  }

  #fingerprintOf(entry: EntryRecord): void {
    const text = `${entry.id}:${entry.version}:${entry.trashedAt !== null}`;
    this.#fingerprint.update(this.#scanned === 0 ? text : `,${text}`);
    this.#scanned++;
  }
}

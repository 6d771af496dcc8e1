import { type FieldDocument, findCollection } from '@stele/schema';
import { mayWriteLocale } from '../../../access/authorize.ts';
import { checkDraft, contentRules } from '../../../content/check-draft.ts';
import {
  type ContentRules,
  deriveListFacts,
  type InputValues,
  type PreparedDrafts,
  sharedKeys,
  valuesByLocale,
} from '../../../content/draft-values.ts';
import { fieldDifferences } from '../../../content/field-differences.ts';
import { isGeneratedSlugTaken, prepareWithSlugs } from '../../../content/generated-slugs.ts';
import { NO_UNIQUE_CHANGES, type UniqueChanges, uniqueValuesOf } from '../../../content/unique-values.ts';
import { Overtaken } from '../../../entries/current-rules.store.ts';
import { getEntryInProject } from '../../../entries/entry.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import { type DraftChange, type SaveAside, writeDraft } from '../../../entries/write-draft.store.ts';
import type { VersionSource } from '../../../entries/write-versions.store.ts';
import { takeBreak } from '../../../platform/breaks.ts';
import { ApiError, type ErrorDetail } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import { entryErrors } from '../entries.names.ts';
import type { SavedEntry } from '../entries.schemas.ts';
import { toEntryView, toRefusals } from '../entry-view.ts';
import { lackingRights, withoutRefused } from './refused-values.ts';

/** A save that replaces values of an entry's draft. */
interface DraftInput {
  readonly entryId: string;
  /** Kind of the version that it makes. */
  readonly kind: 'save' | 'restore';
  /** Whether the editor saves it automatically. */
  readonly autosave?: boolean;
  /** Whether an import saves it. */
  readonly imported?: boolean;
  /** The program that saves it, in place of a person in the editor. */
  readonly source?: VersionSource;
  /** Fields whose values a machine translated. */
  readonly byMachine?: readonly string[];
  /** Whether to only plan the save. */
  readonly isDryRun?: boolean;
  /** Whether to save what isn't refused, where some fields are. */
  readonly isPartial?: boolean;
  readonly aside?: SaveAside;
  /** The values to save, given the current entry and rules. @throws ApiError to refuse */
  valuesFor(before: EntryRecord, rules: ContentRules): Promise<InputValues>;
  /** Checks the planned entry right before it's written. @throws ApiError to refuse */
  allow?(after: EntryRecord, unique: UniqueChanges): Promise<void>;
}

interface PlannedDraft {
  /** Null when nothing differs. */
  readonly change: DraftChange | null;
  readonly after: EntryRecord;
  readonly unique: UniqueChanges;
  /** The values that stay out of a partial save. */
  readonly refused: readonly ErrorDetail[];
}

/** A partial save leaves values out this often at most: each time those of up to a hundred details. */
const MOST_TRIES = 5;

/**
 * Plans a save, with all checks of drafts.
 *
 * @throws ApiError as `saveDraft` does
 * @throws Overtaken when another entry took a generated slug first
 */
export async function planDraft(
  ctx: ProjectContext,
  rules: ContentRules,
  before: EntryRecord,
  input: Pick<DraftInput, 'valuesFor' | 'isPartial'>,
): Promise<PlannedDraft> {
  if (before.trashedAt) throw new ApiError('entry.trashed');
  const refused: ErrorDetail[] = [];
  let given = await input.valuesFor(before, rules);
  for (let tries = 1; ; tries++) {
    try {
      return { ...(await planValues(ctx, rules, before, given)), refused };
    } catch (error) {
      if (!input.isPartial || !(error instanceof ApiError) || !error.details || tries > MOST_TRIES) throw error;
      const shared = sharedKeys(findCollection(rules.schema, before.collectionKey));
      const left = withoutRefused(given, error.details, valuesByLocale(before.drafts), shared);
      if (!left) throw error;
      refused.push(...error.details.filter(({ more }) => more === undefined));
      given = left;
    }
  }
}

async function planValues(
  ctx: ProjectContext,
  rules: ContentRules,
  before: EntryRecord,
  given: InputValues,
): Promise<Omit<PlannedDraft, 'refused'>> {
  const { pool } = ctx.services.database;
  // A slug that is still missing waits for someone who may set it.
  const mayMake = ({ localized }: FieldDocument, locale: string): boolean =>
    (localized ? [locale] : [...before.drafts.keys(), locale]).every((one) => mayWriteLocale(ctx, before, one));
  const { prepared, generated: made } = await prepareWithSlugs(pool, rules, before, given, mayMake);
  if (prepared.details.length > 0) throw new ApiError('validation_failed', { details: prepared.details });
  const removed = [...prepared.changed].flatMap(([locale, checked]): ErrorDetail[] =>
    checked === null && before.live.has(locale)
      ? [{ path: ['values', locale], message: `The locale ${locale} is live. Unpublish it first.` }]
      : [],
  );
  if (removed.length > 0) throw new ApiError(entryErrors['entry.locale_live'], { details: removed });
  if (prepared.changed.size === 0) {
    const collection = findCollection(rules.schema, before.collectionKey);
    const holds = uniqueValuesOf(collection, valuesByLocale(before.drafts));
    return { change: null, after: before, unique: { ...NO_UNIQUE_CHANGES, claimed: holds } };
  }
  const shared = sharedKeys(findCollection(rules.schema, before.collectionKey));
  const lacking = lackingRights(ctx, before, given, prepared, shared);
  if (lacking) throw lacking;
  try {
    const unique = await checkDraft(ctx, rules, { ...before, isNew: false }, prepared);
    await takeBreak();
    const change = workOut(ctx, rules, before, prepared);
    return { change, after: change.after, unique };
  } catch (error) {
    if (isGeneratedSlugTaken(error, made)) throw new Overtaken();
    throw error;
  }
}

/**
 * Carries out a save, or only plans it.
 *
 * @throws ApiError as `saveDraft` does
 * @throws Overtaken when the entry changed in between
 */
export async function applyDraft(ctx: ProjectContext, input: DraftInput): Promise<SavedEntry> {
  const { pool } = ctx.services.database;
  const rules = await contentRules(ctx);
  const before = await getEntryInProject(pool, ctx.project.id, input.entryId);
  const { change, after, unique, refused } = await planDraft(ctx, rules, before, input);
  const saved = { ...toEntryView(after), ...(input.isPartial && { refused: toRefusals(refused) }) };
  await input.allow?.(after, unique);
  if (!change || input.isDryRun) return saved;
  const { kind, autosave = false, imported = false, source = null, byMachine = [], aside } = input;
  const write = { before, change, unique, kind, autosave, imported, source, byMachine, aside };
  if (!(await writeDraft(ctx, rules, write))) throw new Overtaken();
  return saved;
}

function workOut(
  ctx: ProjectContext,
  rules: ContentRules,
  before: EntryRecord,
  { changed: locales }: PreparedDrafts,
): DraftChange {
  const version = before.version + 1;
  const drafts = new Map(before.drafts);
  const changedPaths: (readonly [locale: string, field: string])[] = [];
  for (const [locale, now] of locales) {
    const was = before.drafts.get(locale);
    const fields = fieldDifferences(was?.values ?? {}, now?.values ?? {}).map(({ field }) => field);
    for (const field of fields) changedPaths.push([locale, field]);
    const uncheckedFields = was?.uncheckedFields?.filter((field) => !fields.includes(field));
    if (now) drafts.set(locale, { version, valuesHash: now.hash, values: now.values, uncheckedFields });
    else drafts.delete(locale);
  }
  const after: EntryRecord = {
    ...before,
    version,
    valuesVersion: version,
    drafts,
    ...deriveListFacts(rules, before.collectionKey, valuesByLocale(drafts), before.externalId ?? ''),
    updatedAt: ctx.services.clock.now(),
    updatedBy: ctx.actor,
  };
  return { after, locales, changedPaths };
}

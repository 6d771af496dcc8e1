import { type CollectionDocument, findCollection, ownValue } from '@stele/schema';
import { assertMay } from '../../access/authorize.ts';
import { checkDraft, contentRules } from '../../content/check-draft.ts';
import { type ContentRules, type LocaleValues, prepareDrafts } from '../../content/draft-values.ts';
import { withFreeValues } from '../../content/free-values.ts';
import { Overtaken } from '../../entries/current-rules.store.ts';
import { getEntryInProject } from '../../entries/entry.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { insertEntry } from '../../entries/insert-entry.store.ts';
import { isUniqueViolation } from '../../platform/database/unique-violation.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { ProjectContext } from '../context.ts';
import { entryQuota } from '../projects/usage.ts';
import type { DuplicateEntryInput, EntryView } from './entries.schemas.ts';
import { toEntryView } from './entry-view.ts';
import { newEntry } from './new-entry.ts';
import { refuseRepeats } from './refuse-repeats.ts';

/**
 * Copies an entry's newest values into a new entry, in all or some locales. The title says that it's a copy; unique values get a
 * suffix.
 *
 * @throws ApiError `entry.not_found`, `entry.trashed`, `entry.singleton_exists`, `entry.limit_reached`, `validation_failed`
 * @throws Overtaken when another entry took a unique value first
 */
export async function duplicateEntry(ctx: ProjectContext, input: DuplicateEntryInput): Promise<EntryView> {
  const { services, project } = ctx;
  const { pool } = services.database;
  refuseRepeats('locales', input.locales ?? []);
  const rules = await contentRules(ctx);
  const original = await getEntryInProject(pool, project.id, input.entryId);
  if (original.trashedAt) throw new ApiError('entry.trashed');
  const id = newId('entry');
  const { collectionKey } = original;
  const copied = copyOf(rules, original, input.locales);
  assertMay(ctx, 'entry.write', { collectionKey, createdBy: ctx.actor }, copied.keys());
  const collection = findCollection(rules.schema, collectionKey);
  const target = collection && { projectId: project.id, entryId: id, collection };
  const values = target ? (await withFreeValues(pool, target, copied)).drafts : copied;
  const prepared = prepareDrafts(rules, collectionKey, null, Object.fromEntries(values));
  const entry = newEntry(ctx, rules, { id, collectionKey, externalId: null, drafts: prepared.drafts });
  ctx.response.headers.set('location', `${services.settings.apiUrl}/v1/projects/${project.id}/entries/${id}`);
  const view = toEntryView(entry);
  try {
    const unique = await checkDraft(ctx, rules, { ...entry, isNew: true }, prepared);
    const made = { rules, entry, unique, original: original.id, view };
    await insertEntry(ctx, { ...made, kind: 'duplicate', imported: false }, entryQuota(ctx));
    return view;
  } catch (error) {
    const isTaken = isUniqueRefused(error, collection) || isUniqueViolation(error, 'unique_values_pkey');
    throw isTaken ? new Overtaken() : error;
  }
}

/** Whether a unique value was refused. It was free before, so another entry has just taken it. */
function isUniqueRefused(error: unknown, collection: CollectionDocument | null): boolean {
  if (!(error instanceof ApiError) || error.errorCode !== 'validation_failed') return false;
  const unique = (collection?.fields ?? []).filter((field) => 'unique' in field && field.unique).map(({ key }) => key);
  return (error.details ?? []).some(({ path }) => unique.includes(String(path[2])));
}

/** The values to copy, with a marked title. */
function copyOf(
  rules: ContentRules,
  original: EntryRecord,
  locales: readonly string[] | undefined,
): Map<string, LocaleValues> {
  const details = (locales ?? []).flatMap((locale, index): ErrorDetail[] =>
    original.drafts.has(locale) ? [] : [{ path: ['locales', index], message: `The entry has no values in ${locale}.` }],
  );
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  const collection = findCollection(rules.schema, original.collectionKey);
  const titleField =
    collection?.title_field ??
    (collection ? collection.fields.find(({ type }) => type === 'text')?.key : 'title') ??
    '';
  const isText =
    !collection || ['text', 'textarea'].includes(collection.fields.find(({ key }) => key === titleField)?.type ?? '');
  const marked = (values: LocaleValues): LocaleValues => {
    const title = ownValue(values, titleField);
    return isText && typeof title === 'string' ? { ...values, [titleField]: `${title} (copy)` } : values;
  };
  return new Map(
    [...original.drafts]
      .filter(([locale]) => locales?.includes(locale) ?? true)
      .map(([locale, draft]) => [locale, marked(draft.values)]),
  );
}

import { readmit } from '../../../access/authorize.ts';
import { can } from '../../../access/permissions.ts';
import { assertEntryReadable } from '../../../access/readable.store.ts';
import type { ProjectContext } from '../../../domains/context.ts';
import { patchDraft } from '../../../domains/entries/drafts/patch-draft.ts';
import type { SaveDraftInput } from '../../../domains/entries/entries.schemas.ts';
import { valuesBefore } from '../../../domains/entries/values-before.ts';
import type { Services } from '../../../domains/services.ts';
import { systemContext } from '../../../domains/system-context.ts';
import { underCurrentRules } from '../../../entries/current-rules.store.ts';
import type { EntryRecord } from '../../../entries/entry.ts';
import { ApiError } from '../../../platform/errors.ts';
import { type TranslatedFields, translateEntry } from '../machine/translate-entry.ts';
import { translationRunLimits } from './translation-runs.names.ts';
import { type ActiveRun, findActiveRun, type RunEntry, type RunNote, runAside } from './translation-runs.store.ts';

/** The context of the person or token that a run belongs to, as their rights are now; null when they may write no entry any more. */
export async function admitOwner(services: Services, run: ActiveRun): Promise<ProjectContext | null> {
  const admitted = await readmit(services, run.projectId, run.actor);
  if (!admitted || !can(admitted, 'entry.write')) return null;
  return { ...systemContext(services), requestId: run.requestId, ...admitted };
}

/** The run was stopped or undone while an entry was being translated, or taken back. Nothing was written. */
export class RunChanged extends Error {}

/**
 * The owner's context, for an entry that they may read.
 *
 * @throws ApiError `auth.insufficient_role`, `entry.not_found`; RunChanged
 */
async function contextOf(services: Services, run: ActiveRun, { entryId }: RunEntry): Promise<ProjectContext> {
  const { pool } = services.database;
  const now = await findActiveRun(pool, run.projectId, run.id);
  if (now?.state !== run.state) throw new RunChanged();
  const ctx = await admitOwner(services, run);
  if (!ctx) throw new ApiError('auth.insufficient_role');
  await assertEntryReadable(pool, run.projectId, entryId, ctx.reads);
  return ctx;
}

/** Translates an entry as its owner would. @throws ApiError as `translateEntry` does; RunChanged */
export async function translateOne(
  services: Services,
  run: ActiveRun,
  entry: RunEntry,
  signal: AbortSignal,
): Promise<RunNote> {
  const { projectId, locale, keepWritten } = run;
  const { entryId } = entry;
  const beforeSave = () => contextOf(services, run, entry);
  const ctx = await beforeSave();
  await services.limiter.spend(translationRunLimits['translation.run_entry'], projectId);
  const done = await translateEntry(
    ctx,
    { projectId, entryId, locale, keep_written: keepWritten },
    { signal, beforeSave, asideOf: (fields) => runAside(run, entryId, noteOf(fields)) },
  );
  return noteOf(done);
}

function noteOf({ translated_fields, left_fields, kept_fields, marked_fields = [] }: TranslatedFields): RunNote {
  const isWhole = left_fields.length + kept_fields.length === 0;
  const result = translated_fields.length === 0 ? 'unchanged' : isWhole ? 'translated' : 'partly';
  return { result, report: { translated_fields, left_fields, kept_fields, marked_fields } };
}

/**
 * Takes the translation of an entry back.
 *
 * @throws ApiError `entry.version_conflict` when someone has changed or checked its texts since; others as `patchDraft` does
 */
export async function undoOne(services: Services, run: ActiveRun, entry: RunEntry): Promise<RunNote> {
  const { entryId, version, report } = entry;
  const { translated_fields: fields, marked_fields: marked } = report;
  const base = version ?? 0;
  const note: RunNote = { result: 'undone', report: {} };
  const check = ({ drafts }: EntryRecord): void => {
    const unchecked = drafts.get(run.locale)?.uncheckedFields ?? [];
    if (!fields.every((key) => unchecked.includes(key))) throw new ApiError('entry.version_conflict');
  };
  const ctx = await contextOf(services, run, entry);
  const values = await valuesBefore(ctx, entryId, base);
  const patch = { projectId: run.projectId, entryId, values, base_version: base, merge: true };
  const options = {
    check,
    source: 'machine' as const,
    byMachine: marked,
    areWhole: true,
    aside: runAside(run, entryId, note),
  };
  await underCurrentRules(async (_: ProjectContext, input: SaveDraftInput) =>
    patchDraft(await contextOf(services, run, entry), input, options),
  )(ctx, patch);
  return note;
}

import { readmit } from '../../access/authorize.ts';
import { can } from '../../access/permissions.ts';
import { assertEntryReadable } from '../../access/readable.store.ts';
import { underCurrentRules } from '../../entries/current-rules.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { patchDraft } from '../entries/drafts/patch-draft.ts';
import type { SaveDraftInput } from '../entries/entries.schemas.ts';
import { valuesBefore } from '../entries/values-before.ts';
import type { Services } from '../services.ts';
import { systemContext } from '../system-context.ts';
import { type TranslatedFields, translateEntry } from '../translations/machine/translate-entry.ts';
import { type ActiveRun, findActiveRun, noteWithSave, type RunEntry, type RunNote } from './translation-runs.store.ts';

/** The context of the person or token that a run belongs to, as their rights are now; null when they may write no entry any more. */
export async function admitOwner(services: Services, run: ActiveRun): Promise<ProjectContext | null> {
  const admitted = await readmit(services, run.projectId, run.actor);
  if (!admitted || !can(admitted, 'entry.write')) return null;
  return { ...systemContext(services), requestId: run.requestId, ...admitted };
}

/** The run was stopped or undone while an entry was being translated. Nothing was written. */
export class RunChanged extends Error {}

/** Translates an entry as its owner would. @throws ApiError as `translateEntry` does; RunChanged */
export async function translateOne(
  ctx: ProjectContext,
  run: ActiveRun,
  { entryId }: RunEntry,
  signal: AbortSignal,
): Promise<RunNote> {
  const { project, services } = ctx;
  await assertEntryReadable(services.database.pool, project.id, entryId, ctx.reads);
  await services.limiter.spend('translation.machine', project.id);
  const input = { projectId: project.id, entryId, locale: run.locale, keep_written: run.keepWritten };
  const done = await translateEntry(ctx, input, {
    signal,
    beforeSave: async () => {
      const now = await findActiveRun(services.database.pool, run.projectId, run.id);
      if (now?.state !== run.state) throw new RunChanged();
      const own = await admitOwner(services, run);
      if (!own) throw new ApiError('auth.insufficient_role');
      return own;
    },
    alongside: (fields) => (version) => noteWithSave(run, entryId, { ...noteOf(fields), version }),
  });
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
export async function undoOne(
  ctx: ProjectContext,
  run: ActiveRun,
  { entryId, version, report }: RunEntry,
): Promise<RunNote> {
  const { translated_fields: fields, marked_fields: marked } = report;
  const base = version ?? 0;
  const note: RunNote = { result: 'undone', report: {} };
  const check = ({ drafts }: EntryRecord): void => {
    const unchecked = drafts.get(run.locale)?.uncheckedFields ?? [];
    if (!fields.every((key) => unchecked.includes(key))) throw new ApiError('entry.version_conflict');
  };
  const values = await valuesBefore(ctx, entryId, base);
  const patch = { projectId: run.projectId, entryId, values, base_version: base, merge: true };
  const alongside = () => noteWithSave(run, entryId, note);
  await underCurrentRules((own: ProjectContext, input: SaveDraftInput) =>
    patchDraft(own, input, { check, byMachine: marked, areWhole: true, alongside }),
  )(ctx, patch);
  return note;
}

import type { EntryState } from '../../entries/entry.ts';
import { invalid } from '../../platform/errors.ts';
import { changeEntry } from '../../publishing/entry-command.ts';
import type { Plan, ProjectLiveState } from '../../publishing/model.ts';
import { Republication } from '../../publishing/republication/republication.ts';
import type { ProjectContext } from '../context.ts';
import type { EntryWarning, PublishResult, RepublishEntryInput } from './entries.schemas.ts';
import { refuseRepeats } from './locale-list.ts';
import { warningsOf } from './publish-entry.ts';
import { toPublishResult } from './publish-result.ts';

/**
 * Undoes that an entry left the site: it comes back from the trash if it's there, and exactly what was live is live again,
 * in one snapshot. Its drafts stay as they are.
 *
 * @throws ApiError `entry.never_live`, `validation_failed`, `entry.singleton_exists`, `entry.not_found`, `unavailable`
 */
export async function republishEntry(ctx: ProjectContext, input: RepublishEntryInput): Promise<PublishResult> {
  const { entryId, locales = null } = input;
  if (locales) refuseRepeats(locales);
  const republication = new Republication(ctx.services.database, [entryId]);
  let warnings: EntryWarning[] = [];
  return changeEntry<PublishResult>(ctx, {
    entryId,
    reason: 'republish',
    prepare: (project) => republication.prepare(project),
    plan: (entry, project) => {
      const plan = planRepublication(republication, entry, project, locales, []);
      warnings = plan ? republishWarnings(republication, entry, project, locales) : [];
      return plan;
    },
    answer: (outcome) => toPublishResult(outcome, locales ?? [...outcome.entry.live.keys()], warnings),
  });
}

/**
 * What bringing back what an entry had live changes; null when it's live already.
 *
 * @param others plans for entries that come back with it
 * @throws ApiError what `Republication.plan` throws, `validation_failed` for locales that the project doesn't have
 */
export function planRepublication(
  republication: Republication,
  entry: EntryState,
  project: ProjectLiveState,
  locales: readonly string[] | null,
  others: Iterable<Plan>,
): Plan | null {
  for (const [index, locale] of (locales ?? []).entries()) {
    if (!project.locales.includes(locale)) {
      throw invalid(['locales', index], `The project has no locale ${locale}. It has: ${project.locales.join(', ')}.`);
    }
  }
  return republication.plan(entry, project, locales, others);
}

/** What whoever brings an entry back should know of what it refers to and shows. */
export function republishWarnings(
  republication: Republication,
  entry: EntryState,
  project: ProjectLiveState,
  locales: readonly string[] | null,
): EntryWarning[] {
  const back = republication.comingBack(entry, project, locales);
  const values = back.map((last) => [last.locale, last.values] as const);
  return warningsOf(entry, project.schema, republication.neighbours, values);
}

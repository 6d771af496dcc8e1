import type { ProjectContext } from '../../domains/context.ts';
import { mayMoveTo } from '../../domains/entries/review/may-move.ts';
import type { SiteProblems, StartInput, StartLine, StartLists } from './start.schemas.ts';
import {
  type ApprovalState,
  countMissingAlt,
  loadBrokenReferences,
  loadStart,
  type ProblemRow,
  type StartRow,
} from './start.store.ts';

/** The tasks of the caller in a project, and the latest publishes. */
export async function readStart(ctx: ProjectContext, { limit }: StartInput): Promise<StartLists> {
  const { project, services, actor, reads } = ctx;
  const rows = await loadStart(services.database.pool, {
    projectId: project.id,
    personId: actor.id,
    reads,
    waiting: await waitingFor(ctx),
    limit,
  });
  const list = (name: keyof StartLists) => linesOf(rows.filter((row) => row.list === name));
  return { to_review: list('to_review'), assigned: list('assigned'), drafts: list('drafts'), live: list('live') };
}

/** The problems of the live content. */
export async function readProblems(ctx: ProjectContext, { limit }: StartInput): Promise<SiteProblems> {
  const { project, services, reads } = ctx;
  const { pool } = services.database;
  const [broken, missing] = await Promise.all([
    loadBrokenReferences(pool, { projectId: project.id, reads, limit }),
    countMissingAlt(pool, project.id, project.locales),
  ]);
  return { broken_references: linesOf(broken), missing_alt: missing };
}

/** The states before the approvals that the caller may give. Nobody asks for a review in the first state of a workflow. */
async function waitingFor(ctx: ProjectContext): Promise<ApprovalState[]> {
  const { project, services } = ctx;
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  return (schema?.collections ?? []).flatMap(({ key: collection, workflow }) => {
    const approved = workflow?.states.findIndex(({ key }) => key === workflow.publish_needs) ?? -1;
    const [state, approval] = [workflow?.states[approved - 1], workflow?.states[approved]];
    if (approved < 2 || !workflow || !state || !approval) return [];
    const mayApprove = (locale: string): boolean =>
      mayMoveTo(ctx, { collectionKey: collection, createdBy: OTHERS }, workflow, approval, [locale]);
    if (!project.locales.some(mayApprove)) return [];
    return [{ collection, state: state.key, needsAnother: workflow.approval === 'another_person' }];
  });
}

/** Whoever created an entry that isn't the caller's own. */
const OTHERS = { id: '' };

function linesOf(rows: readonly (StartRow | ProblemRow)[]): StartLists['live'] {
  return {
    count: rows[0]?.count ?? 0,
    entries: rows.map(({ id, title, collection_key, at, actor, due_on }): StartLine => {
      return { id, title, collection_key, at: at.toISOString(), actor, due_on };
    }),
  };
}

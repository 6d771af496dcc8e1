import type { SchemaDocument } from '@stele/schema';
import { compareSchema } from '../schema/compare.ts';
import type { Session } from '../session.ts';
import type { Judge } from './judge.ts';
import { type AppliedPlan, checkPlan, checkProject } from './plan.ts';
import { type Pushed, sync } from './push-schema.ts';

/**
 * Pushes exactly what a plan says. A plan that was pushed already changes nothing.
 *
 * @param schema the config's present schema
 * @throws UserError when that isn't what the plan is about any more, or the judge refuses it
 */
export async function applyPlan(
  { api, project }: Session,
  applied: AppliedPlan,
  schema: SchemaDocument,
  judge: Judge,
): Promise<Pushed> {
  const { plan } = applied;
  const { renames, migrations } = plan;
  checkProject(plan, project.id);
  const plain = await api.post('/schema/diff', { body: { schema } });
  if (plain.unchanged && plain.hash === plan.hash) return { diff: plain, result: null };
  // The renames of the plan may no longer fit another schema: this is reported before the server refuses it.
  checkPlan(applied, { ...plain, changes: [] });
  const proposal = { schema, renames, migrations };
  const diff = await compareSchema(api, proposal);
  checkPlan(applied, diff);
  await judge.confirm(diff);
  return { diff, result: await sync(api, { proposal, diff }) };
}

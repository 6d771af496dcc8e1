import { median } from '../statistics.ts';
import type { UsualProject } from './project.ts';
import { AT_ONCE_KINDS, type AtOnceKind, publishFifty, rateOf, SINGLE } from './requests.ts';

/** Requests of each kind in a round. */
const REQUESTS = 40;
const WARM_UP = 15;

export type Kind = keyof typeof SINGLE;
export const KINDS = Object.keys(SINGLE) as Kind[];
export const RATES = Object.keys(AT_ONCE_KINDS) as AtOnceKind[];

/** The measurements of a project in one round. */
export interface Round {
  /** Kind → median, milliseconds. */
  readonly times: Readonly<Record<string, number>>;
  /** Kind → requests per second. */
  readonly rates: Readonly<Record<string, number>>;
  readonly fifty: { readonly ms: number; readonly snapshots: number };
}

/** Sends some requests of each kind without measuring them. */
export async function warmUp(project: UsualProject): Promise<void> {
  for (let n = 0; n < WARM_UP; n++) for (const kind of KINDS) await oneOf(kind, project);
}

/** Measures all projects: each kind of request in all of them alternately. */
export async function measureRound(projects: ReadonlyMap<string, UsualProject>): Promise<Map<string, Round>> {
  const all = [...projects];
  const times = new Map(all.map(([name]) => [name, new Map<Kind, number[]>()]));
  for (let n = 0; n < REQUESTS; n++) {
    for (const kind of KINDS) {
      for (const [name, project] of all) {
        const of = times.get(name);
        of?.set(kind, [...(of.get(kind) ?? []), await oneOf(kind, project)]);
      }
    }
  }
  const rates = new Map<string, Record<string, number>>(all.map(([name]) => [name, {}]));
  for (const kind of RATES) {
    for (const [name, project] of all) {
      Object.assign(rates.get(name) ?? {}, { [kind]: await rateOf(project, AT_ONCE_KINDS[kind]) });
    }
  }
  const measured = new Map<string, Round>();
  for (const [name, project] of all) {
    const medians = [...(times.get(name) ?? [])].map(([kind, taken]) => [kind, median(taken)]);
    const fifty = await publishFifty(project);
    measured.set(name, { times: Object.fromEntries(medians), rates: rates.get(name) ?? {}, fifty });
  }
  return measured;
}

export function oneOf(kind: Kind, project: UsualProject): Promise<number> {
  const [connection] = project.connections;
  if (!connection) throw new Error('There is no connection.');
  return SINGLE[kind](project, connection);
}

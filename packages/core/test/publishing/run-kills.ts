import path from 'node:path';
import { expect } from 'vitest';
import { Child } from '../support/child.ts';
import { prepareChildProject } from './prepare-child-project.ts';
import type { ChildOrder, ChildReport } from './publishing-child-protocol.ts';

const CHILD = path.join(import.meta.dirname, 'publishing-child.ts');

type Order = ChildOrder['order'];
type Message = Partial<{ created: string; stoppedAt: string; committed: boolean; result: object }>;

/** Kinds of steps at which a process can be killed. */
const STEPS = ['put:before', 'put:after', 'commit:before', 'commit:after', 'answer:before'] as const;

/** Each kind of step, in a publish and in a restoration. */
export const EVERY_STEP: ReadonlySet<string> = new Set(
  ['publish', 'restore'].flatMap((order) => STEPS.map((step) => `${order} ${step}`)),
);

/** The points at which to kill, in a project of its own. */
type Kills =
  /** So many, one at each write and around each commit, again and again, first all of one kind of work. */
  | { readonly first: Order; readonly kills: number }
  /** At the first such step of each, such as `publish put:before`. */
  | { readonly kills: readonly `${Order} ${(typeof STEPS)[number]}`[] };

/**
 * Kills processes one after another, each at another step of a publish or of a restoration, and checks what the next one
 * finds.
 *
 * @returns where each was killed: `publish put:before`
 */
export async function runKills(what: Kills): Promise<string[]> {
  const { options, dispose } = await prepareChildProject();
  const drafts = new Set<string>();
  const points: string[] = [];
  /** Titles that are live, and those that were before the last change. */
  let [live, before] = [new Set<string>(), new Set<string>()];
  let changes = 0;
  let order = 'first' in what ? what.first : 'publish';
  let stopAt: number | string = 1;
  try {
    for (let round = 0; ; round++) {
      const child = await Child.start(CHILD, [JSON.stringify(options)]);
      const report = (await child.next()) as ChildReport;
      expect(new Set(report.live.map(([, title]) => title))).toEqual(live);
      expect(report.mirroredSequence).toBe(report.sequence);
      expect(new Set(report.drafts.map((draft) => draft.title))).toEqual(drafts);
      const isLast = points.length === (typeof what.kills === 'number' ? what.kills : what.kills.length);
      const named = typeof what.kills === 'number' ? undefined : what.kills[points.length];
      if (named) [order, stopAt] = named.split(' ') as [Order, string];
      // Once per round several publishes in a row, so that processes die in their first publish and in later ones.
      for (let nth = 0; !isLast; nth++) {
        // A restoration needs something to go back to.
        const kill = nth >= round % 3 && (order === 'publish' || changes >= 2);
        const restores = kill && order === 'restore';
        const after = new Set(restores ? before : live);
        if (restores) child.send({ order: 'restore', stopAt } satisfies ChildOrder);
        else {
          const title = `round ${round} publish ${nth}`;
          child.send({ order: 'publish', title, stopAt: kill ? stopAt : null } satisfies ChildOrder);
          await child.next();
          drafts.add(title);
          after.add(title);
        }
        const outcome = (await child.next()) as Message;
        if (outcome.stoppedAt) points.push(`${order} ${outcome.stoppedAt}`);
        else expect(outcome.result).not.toHaveProperty('error');
        if (outcome.committed || !outcome.stoppedAt) {
          [live, before] = [after, live];
          changes++;
        }
        if (!kill) continue;
        if (typeof stopAt === 'number') stopAt++;
        if (!outcome.stoppedAt) {
          // All steps had their turn; of those that are named there's one at least.
          expect(stopAt).toBeTypeOf('number');
          stopAt = 1;
          order = order === 'publish' ? 'restore' : 'publish';
        }
        break;
      }
      await child.kill();
      if (isLast) return points;
    }
  } finally {
    await dispose();
  }
}

import path from 'node:path';
import { expect, it } from 'vitest';
import { Child } from '../support/child.ts';
import { rounds } from '../support/rounds.ts';
import { prepareChildProject } from './prepare-child-project.ts';
import type { ChildOrder, ChildReport } from './publishing-child-protocol.ts';

const LANES = 2;
/** Two hundred with the embedded database, which is killed too; or as many with it and a server together. */
const KILLS_PER_LANE = process.env.TEST_DATABASE_URL ? 75 : rounds({ full: 100, some: 25 });
const CHILD = path.join(import.meta.dirname, 'publishing-child.ts');

type Message = Partial<{ created: string; stoppedAt: string; committed: boolean; result: object }>;

/**
 * Kills processes one after another, each at another step of a publish or of a restoration, and checks what the next one
 * finds.
 */
async function runLane(lane: number): Promise<string[]> {
  const { options, dispose } = await prepareChildProject();
  const drafts = new Set<string>();
  const points: string[] = [];
  /** What is live, and what was before the last change. */
  let [live, before] = [new Set<string>(), new Set<string>()];
  let changes = 0;
  // Each lane begins with the other, so that both have all their steps.
  let order: ChildOrder['order'] = lane === 0 ? 'publish' : 'restore';
  let stopAt = 1;
  try {
    for (let round = 0; points.length < KILLS_PER_LANE; round++) {
      const child = new Child(CHILD, [JSON.stringify(options)]);
      const report = (await child.next()) as ChildReport;
      expect(new Set(report.live.map(([, title]) => title))).toEqual(live);
      expect(report.mirroredSequence).toBe(report.sequence);
      expect(new Set(report.drafts.map((draft) => draft.title))).toEqual(drafts);
      // Once per round several publishes in a row, so that processes die in their first publish and in later ones.
      for (let nth = 0; ; nth++) {
        // A restoration needs something to go back to.
        const kill = nth >= round % 3 && (order === 'publish' || changes >= 2);
        const restores = kill && order === 'restore';
        const after = new Set(restores ? before : live);
        if (restores) child.send({ order: 'restore', stopAt } satisfies ChildOrder);
        else {
          const title = `lane ${lane} round ${round} publish ${nth}`;
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
        stopAt++;
        if (!outcome.stoppedAt) {
          // All steps had their turn.
          stopAt = 1;
          order = order === 'publish' ? 'restore' : 'publish';
        }
        break;
      }
      await child.kill();
    }
  } finally {
    await dispose();
  }
  return points;
}

it(`loses nothing acknowledged and puts nothing live half, over ${LANES * KILLS_PER_LANE} kills at every write and around each commit`, {
  timeout: 900_000,
}, async () => {
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)));
  const points = lanes.flat();
  expect(points.length).toBeGreaterThanOrEqual(LANES * KILLS_PER_LANE);
  const steps = ['put:before', 'put:after', 'commit:before', 'commit:after', 'answer:before'];
  expect(new Set(points)).toEqual(
    new Set([...steps.map((step) => `publish ${step}`), ...steps.map((step) => `restore ${step}`)]),
  );
});

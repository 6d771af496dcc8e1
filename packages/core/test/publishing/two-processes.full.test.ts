// @module-tag full
import path from 'node:path';
import { rounds } from '@stele/testing/rounds';
import { describe, expect, it } from 'vitest';
import { Child } from '../support/child.ts';
import { prepareChildProject } from './prepare-child-project.ts';
import type { ChildOrder, ChildReport } from './publishing-child-protocol.ts';

const CHILD = path.join(import.meta.dirname, 'publishing-child.ts');
const PROCESSES = rounds({ short: 2, long: 4 });
const PUBLISHES = 25;

if (!process.env.TEST_DATABASE_URL) {
  process.stdout.write('skipped: two processes on one PostgreSQL (set TEST_DATABASE_URL)\n');
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('two processes on one PostgreSQL', () => {
  it('publish at once: neither is refused, what they acknowledged is live, and the mirror names the newest snapshot', async () => {
    const { options, dispose } = await prepareChildProject();
    try {
      const start = (): Promise<Child> => Child.start(CHILD, [JSON.stringify(options)]);
      const children = await Promise.all(Array.from({ length: PROCESSES }, start));
      await Promise.all(children.map((child) => child.next()));
      const acknowledged: string[] = [];
      await Promise.all(
        children.map(async (child, process) => {
          for (let n = 0; n < PUBLISHES; n++) {
            const title = `process ${process} publish ${n}`;
            child.send({ order: 'publish', title, stopAt: null } satisfies ChildOrder);
            await child.next();
            expect(await child.next()).toMatchObject({ result: { unchanged: false } });
            acknowledged.push(title);
          }
        }),
      );
      await Promise.all(children.map((child) => child.kill()));
      const last = await start();
      const report = (await last.next()) as ChildReport;
      await last.kill();
      expect(report.live.map(([, title]) => title).sort()).toEqual(acknowledged.sort());
      expect(report.mirroredSequence).toBe(report.sequence);
    } finally {
      await dispose();
    }
  });
});

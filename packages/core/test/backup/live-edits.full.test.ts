// @module-tag full
import { rounds } from '@stele/testing/rounds';
import { afterEach, expect, it, vi } from 'vitest';
import { backUp } from '../../src/features/backup/back-up.ts';
import { openBackupRepository } from '../../src/features/backup/repository.ts';
import { restoreInstance } from '../../src/features/backup/restore.ts';
import { verifyInstance } from '../../src/features/backup/verify.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { startTestApp } from '../support/test-app.ts';
import { Cleanup, databaseKinds, quiet, SECRETS } from './backup-support.ts';

const EDITORS = 20;
/** Each but the first one reads only what changed since the one before. */
const BACKUPS = rounds({ short: 2, long: 8 });

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

it.each(databaseKinds)(
  'on %s, backups amid the saves of 20 editors have all that was acknowledged before',
  async (kind) => {
    const app = await startTestApp({
      database: await cleanup.database(kind),
      directory: await cleanup.folder(),
      limits: parseLimits('off'),
    });
    cleanup.later(() => app.close());
    const { id: projectId, api } = await app.project();
    /** Of each editor's entry, the newest version that a save was answered with. */
    const acknowledged = new Map<string, number>();
    const published = new Set<string>();
    let saves = 0;
    let stopping = false;
    const edit = async (editor: number): Promise<void> => {
      const entries = `/projects/${projectId}/entries`;
      const values = (n: number) => ({ en: { title: `Save ${n} of ${editor}` } });
      const call = async (method: 'GET' | 'POST' | 'PUT', route: string, body?: object) => {
        const answer = await api.send(method, entries + route, body);
        expect(answer.status, `${route} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
        return answer.body;
      };
      const { id } = await call('POST', '', { collection_key: 'posts', values: values(0) });
      for (let n = 1; !stopping; n++) {
        const { version } = await call('GET', `/${id}`);
        acknowledged.set(id, version);
        await call('PUT', `/${id}/draft`, { values: values(n), base_version: version });
        saves += 1;
        if (n % 5 !== 0) continue;
        await call('POST', `/${id}/publish`, { locales: ['en'] });
        published.add(id);
      }
    };
    const editors = Promise.all(Array.from({ length: EDITORS }, (_, editor) => edit(editor)));
    const place = await openBackupRepository(await cleanup.disk(), null, { create: true });
    const backups = [];
    try {
      for (let n = 0; n < BACKUPS; n++) {
        const count = saves;
        // Rejects at once if an editor fails.
        await Promise.race([editors, vi.waitFor(() => expect(saves).toBeGreaterThan(count + 6 * EDITORS), 600_000)]);
        const before = { versions: new Map(acknowledged), published: [...published], saves };
        backups.push({ before, backup: await backUp({ place, ...app, secrets: SECRETS, report: quiet }) });
        expect(saves, 'nothing was saved meanwhile').toBeGreaterThan(before.saves);
      }
    } finally {
      stopping = true;
      await editors;
    }
    for (const { before, backup } of backups) {
      const target = { database: await cleanup.database(kind), storage: await cleanup.disk() };
      await restoreInstance({ place, backup, ...target, report: quiet });
      expect((await verifyInstance(target, quiet)).faults).toEqual([]);
      expect([...backup.damaged, ...backup.kept]).toEqual([]);
      const { pool } = target.database;
      const { rows } = await pool.query<{ id: string; version: number; draft: number; live: boolean; title: string }>(
        `SELECT e.id, e.version, d.version AS draft, v.values->>'title' AS title,
         EXISTS (SELECT FROM publications l WHERE l.entry_id = e.id AND l.until_seq IS NULL) AS live
       FROM entries e JOIN entry_drafts d ON d.entry_id = e.id AND d.locale = 'en'
       JOIN entry_values v ON v.entry_id = e.id AND v.locale = d.locale AND v.version = d.version`,
      );
      const there = new Map(rows.map((row) => [row.id, row]));
      for (const [id, version] of before.versions) expect(there.get(id)?.version, id).toBeGreaterThanOrEqual(version);
      expect(before.published.filter((id) => !there.get(id)?.live)).toEqual([]);
    }
  },
);

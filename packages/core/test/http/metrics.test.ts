import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '@stele/testing/free-ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backup } from '../../src/features/backup/manifest.ts';
import { noteBackup } from '../../src/features/operating/last-backup.ts';
import { enqueueJobs } from '../../src/platform/job-queue.store.ts';
import { parseLimits } from '../../src/server/registry.ts';
import { OPERATOR_SECRET, startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const FOLDER = path.join(import.meta.dirname, '../../../../examples/operations');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const NEEDED = hasPromtool ? '' : ' (skipped: promtool of the package prometheus is not installed)';

/** Where a metric of the rules and the dashboard comes from, if it isn't the API. */
const OF_PROMETHEUS = ['up'];

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

const dashboard = JSON.parse(readFileSync(path.join(FOLDER, 'grafana-dashboard.json'), 'utf8')) as Dashboard;
const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const rules = readFileSync(path.join(FOLDER, 'alerts.yml'), 'utf8');
const alerts = [...rules.matchAll(/^ +expr: (.*)$/gm)].map(([, expr = '']) => expr);

let app: TestApp;
let project: TestProject;

beforeAll(async () => {
  app = await startTestApp({ limits: parseLimits('entry.create=1') });
  project = await app.project();
  const entries = `/projects/${project.id}/entries`;
  const create = () => project.api.post(entries, { collection_key: 'posts', values: { en: { title: 'A' } } });
  const { body } = await create();
  expect((await create()).status).toBe(429);
  expect((await project.api.post(`${entries}/${body.id}/publish`, { locales: ['en'] })).status).toBe(200);
  const dead = { kind: 'forgotten', key: 'dead', projectId: project.id, runAt: new Date(0) };
  await enqueueJobs(app.database.pool, [dead, { ...dead, key: 'due' }], new Date());
  await app.database.prisma.job.updateMany({ where: { key: 'dead' }, data: { deadAt: new Date() } });
  await app.services.jobs.runDue(Date.now() + 60_000);
});
afterAll(() => app.close());

async function scrape(): Promise<string> {
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${OPERATOR_SECRET}` } });
  expect(response.headers.get('content-type')).toContain('text/plain');
  return response.text();
}

/** The value of a series; its labels in the order in which they're written. */
const numberOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1] ?? Number.NaN,
  );

describe('/metrics', () => {
  it('has what requests, publishes, jobs, limits, database and storage did', async () => {
    const text = await scrape();
    const requests = 'stele_http_request_duration_seconds_count';
    const route = 'route="/v1/projects/{projectId}/entries"';
    expect(numberOf(text, `${requests}{method="POST",${route},status="201"}`)).toBe(1);
    expect(numberOf(text, `${requests}{method="POST",${route},status="429"}`)).toBe(1);
    expect(numberOf(text, 'stele_limit_refusals_total{limit="entry.create"}')).toBe(1);
    for (const step of ['plan', 'build', 'commit', 'mirror']) {
      expect(numberOf(text, `stele_publish_step_duration_seconds_count{name="${step}"}`)).toBe(1);
    }
    expect(numberOf(text, 'stele_database_statement_duration_seconds_count{name="SELECT"}')).toBeGreaterThan(1);
    expect(numberOf(text, 'stele_storage_operation_duration_seconds_count{name="put"}')).toBeGreaterThan(1);
    expect(numberOf(text, 'stele_database_connection_wait_seconds_count')).toBeGreaterThan(1);
    expect(numberOf(text, 'stele_job_duration_seconds_count{name="mirror-pointers"}')).toBe(1);
    expect(numberOf(text, 'stele_jobs{kind="forgotten",state="dead"}')).toBe(1);
    expect(numberOf(text, 'stele_jobs{kind="forgotten",state="due"}')).toBe(1);
    expect(numberOf(text, 'stele_job_oldest_due_seconds{kind="forgotten"}')).toBeGreaterThan(60);
    expect(numberOf(text, 'stele_live_snapshot_age_seconds{which="newest"}')).toBeGreaterThanOrEqual(0);
    expect(numberOf(text, 'stele_projects')).toBe(1);
    expect(numberOf(text, 'stele_pointer_mirrors_behind')).toBe(0);
    expect(numberOf(text, 'stele_database_up')).toBe(1);
  });

  it('has no label of a project, a person or an entry, and no more series than routes make', async () => {
    const before = (await scrape()).split('\n').length;
    for (let n = 0; n < 5; n++) {
      const other = await app.project();
      await other.api.get(`/projects/${other.id}/entries`);
      await fetch(`${app.url}/v1/${n}/nope`);
      await fetch(`${app.url}/trpc/nope${'x'.repeat(n)}`);
    }
    const after = await scrape();
    expect(after).not.toMatch(/(?:prj|ent|usr|tok)_[0-9a-z]{26}|nope/);
    // Of the three new routes and statuses, each with its buckets; of new statements and storage operations.
    expect(after.split('\n').length - before).toBeLessThan(120);
  });

  it('has the age of the newest backup once one was made, and whether Redis answers where there is one', async () => {
    const before = await scrape();
    expect([numberOf(before, 'stele_backup_age_seconds'), numberOf(before, 'stele_redis_up')]).toEqual([NaN, NaN]);
    const readAt = new Date(Date.now() - 3_600_000).toISOString();
    await noteBackup(app.storage, { id: 'x', readAt, damaged: [], kept: [] } as unknown as Backup);
    const age = numberOf(await scrape(), 'stele_backup_age_seconds');
    expect(age).toBeGreaterThanOrEqual(3600);
    expect(age).toBeLessThan(7200);
    const [port = 0] = await freePorts(1);
    const redis = [[process.env.TEST_REDIS_URL, 1] as const, [`redis://127.0.0.1:${port}`, 0] as const];
    for (const [url, up] of redis.filter(([url]) => url)) {
      const other = await startTestApp({ database: app.database, redis: { kind: 'redis', url: url ?? '' } });
      expect(numberOf((await other.services.metrics?.text()) ?? '', 'stele_redis_up')).toBe(up);
      await other.close();
    }
  });

  it('counts mirrors that are behind', async () => {
    await app.database.prisma.project.update({ where: { id: project.id }, data: { mirroredSeq: 0 } });
    expect(numberOf(await scrape(), 'stele_pointer_mirrors_behind')).toBe(3);
  });
});

describe('the rules and the dashboard', () => {
  it('ask for nothing that a running server does not say, with labels that it has', async () => {
    const text = await scrape();
    const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => [name, type]));
    expect(shown.length).toBeGreaterThan(20);
    expect(alerts.length).toBeGreaterThan(8);
    for (const expression of [...shown, ...alerts]) {
      const names = [...expression.matchAll(/\b(?:stele|process|nodejs)_\w+|\bup\b/g)].map(([name]) => name);
      expect(names, expression).not.toEqual([]);
      for (const name of names.filter((each) => !OF_PROMETHEUS.includes(each))) {
        const base = name.replace(/_(bucket|count|sum)$/, '');
        const known = types.has(name) || (base !== name && types.get(base) === 'histogram');
        expect(known, `${name} of ${expression}`).toBe(true);
      }
    }
    for (const name of types.keys()) {
      if (name.startsWith('stele_')) expect(shown.join('\n'), `${name} is on the dashboard`).toContain(name);
    }
  });

  it.skipIf(!hasPromtool)(`are accepted by promtool, and fire when they should${NEEDED}`, () => {
    const promtool = (...words: string[]): string => {
      const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: FOLDER, encoding: 'utf8' });
      expect(status, stdout + stderr).toBe(0);
      return stdout + stderr;
    };
    expect(promtool('check', 'rules', 'alerts.yml')).toContain(`${alerts.length} rules found`);
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
    const folder = mkdtempSync(path.join(tmpdir(), 'stele-rules-'));
    const file = path.join(folder, 'shown.yml');
    const queries = shown.map((expr, n) => ({ record: `shown:${n}`, expr: expr.replaceAll('$__rate_interval', '5m') }));
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'shown', rules: queries }] }));
    expect(promtool('check', 'rules', file)).toContain(`${shown.length} rules found`);
    rmSync(folder, { recursive: true });
  });
});

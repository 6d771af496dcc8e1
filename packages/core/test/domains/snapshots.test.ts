import { codeOf } from '@stele/testing/api-client';
import { beforeAll, expect, it } from 'vitest';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let snapshotId: string;

beforeAll(async () => {
  app = await sharedTestApp();
  project = await app.project({ locales: ['en', 'pt-BR'] });
  const entries = `/projects/${project.id}/entries`;
  const entry = await project.api.post(entries, { collection_key: 'posts', values: { en: { a: 1 } } });
  await project.api.post(`${entries}/${entry.body.id}/publish`, { locales: ['en'] });
  snapshotId = (await project.api.get(`/projects/${project.id}/snapshot/latest`)).body.snapshot_id;
});

const file = (name: string, id = snapshotId, token?: string) =>
  app.client(token ? { token } : {}).get(`/projects/${project.id}/snapshots/${id}/${name}`);

it('points to the content host, in the shape of the contract', async () => {
  const { body } = await app
    .client({ token: project.tokens.read_published })
    .get(`/projects/${project.id}/snapshot/latest`);
  expect(body).toEqual({
    snapshot_id: expect.stringMatching(/^snap_[0-9a-z]{26}$/),
    published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    content_base_url: `http://content.test/${project.id}/snapshots/${snapshotId}`,
    manifest: {
      manifest_format: 1,
      sequence: 1,
      schema_version: 0,
      url: `http://content.test/${project.id}/snapshots/${snapshotId}/manifest.json`,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  });
});

it('redirects to a file without any credential', async () => {
  const answer = await file('posts.pt-BR.json');
  expect([answer.status, answer.body]).toEqual([302, null]);
  expect(answer.headers.get('location')).toBe(
    `http://content.test/${project.id}/snapshots/${snapshotId}/posts.pt-BR.json`,
  );
});

it('answers 404 for an unknown snapshot, collection or locale', async () => {
  expect(codeOf(await file('posts.en.json', 'snap_nope'))).toEqual([404, 'snapshot.not_found']);
  expect(codeOf(await file('pages.en.json'))).toEqual([404, 'not_found']);
  expect(codeOf(await file('posts.de.json'))).toEqual([404, 'not_found']);
  const other = await app.project();
  expect(codeOf(await app.api.get(`/projects/${other.id}/snapshots/${snapshotId}/posts.en.json`))).toEqual([
    404,
    'snapshot.not_found',
  ]);
});

it('checks a token that is sent although none is needed', async () => {
  const other = await app.project();
  expect(codeOf(await file('posts.en.json', snapshotId, 'nonsense'))).toEqual([401, 'auth.invalid_token']);
  expect(codeOf(await file('posts.en.json', snapshotId, other.tokens.admin))).toEqual([404, 'project.not_found']);
  expect((await file('posts.en.json', snapshotId, project.tokens.read_published)).status).toBe(302);
  expect(codeOf(await file('posts.en.json?odd=1', snapshotId, 'nonsense'))).toEqual([401, 'auth.invalid_token']);
  expect(codeOf(await file('posts.en.json?odd=1'))).toEqual([400, 'validation_failed']);
});

it('no longer knows a snapshot that was swept', async () => {
  await app.database.prisma.snapshot.update({ where: { id: snapshotId }, data: { sweptAt: new Date() } });
  expect(codeOf(await file('posts.en.json'))).toEqual([404, 'snapshot.not_found']);
});

import { codeOf } from '@stele/testing/api-client';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp, TestPerson, TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
let base: string;
let owner: TestPerson;
let editor: TestPerson;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  project = await app.project();
  base = `/projects/${project.id}`;
  owner = await app.person({ projectId: project.id, role: 'owner' });
  editor = await app.person({ projectId: project.id, role: 'editor' });
});

const haveCodes = (person: TestPerson, twoFactorEnabled = true) =>
  app.database.prisma.user.update({ where: { id: person.id }, data: { twoFactorEnabled } });
const require = (is: boolean, by = owner) => by.api.patch(base, { requires_two_factor: is });

it('keeps members without codes out until they have some, and again when they turn them off', async () => {
  await haveCodes(owner);
  expect((await require(true)).body.requires_two_factor).toBe(true);
  const refused = [403, 'auth.two_factor_required'];
  const entry = { collection_key: 'notes', values: { en: { title: 'One' } } };
  expect(codeOf(await editor.api.get(base))).toEqual(refused);
  expect(codeOf(await editor.api.get(`${base}/entries`))).toEqual(refused);
  expect(codeOf(await editor.api.post(`${base}/entries`, entry))).toEqual(refused);
  expect(codeOf(await editor.api.get(`${base}/events`))).toEqual(refused);
  expect(await app.database.prisma.entry.count({ where: { projectId: project.id } })).toBe(0);
  // Members without a second factor see that they belong to the project, and can read what else is theirs.
  expect((await editor.api.get('/projects')).body.data).toMatchObject([{ id: project.id }]);
  await haveCodes(editor);
  expect((await editor.api.post(`${base}/entries`, entry)).status).toBe(201);
  await haveCodes(editor, false);
  expect(codeOf(await editor.api.get(base))).toEqual(refused);
  expect((await require(false)).status).toBe(200);
  expect((await editor.api.get(base)).status).toBe(200);
});

it('leaves tokens alone, and refuses preview links of members who are kept out', async () => {
  const link = (await editor.api.post(`${base}/preview-links`, {})).body.secret;
  const identify = () => app.client({ token: link }).get(`${base}/preview-links/me`);
  expect((await identify()).status).toBe(200);
  await haveCodes(owner);
  await require(true);
  expect(codeOf(await identify())).toEqual([401, 'auth.invalid_token']);
  expect((await project.api.get(base)).status).toBe(200);
});

it('is set by owners who have codes themselves', async () => {
  const own = await require(true);
  expect(own.body.error.details).toMatchObject([{ path: ['requires_two_factor'] }]);
  const developer = await app.person({ projectId: project.id, role: 'developer' });
  await haveCodes(developer);
  expect(codeOf(await require(true, developer))).toEqual([403, 'auth.insufficient_role']);
  expect(codeOf(await project.api.patch(base, { requires_two_factor: true }))).toEqual([
    403,
    'auth.insufficient_scope',
  ]);
  expect((await owner.api.get(base)).body.requires_two_factor).toBe(false);
});

it('shows owners, and only them, who has no codes', async () => {
  await haveCodes(owner);
  expect((await owner.api.get(`${base}/members`)).body.without_two_factor).toEqual([editor.id]);
  expect((await editor.api.get(`${base}/members`)).body.without_two_factor).toBeNull();
});

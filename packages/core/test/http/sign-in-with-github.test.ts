import type { LooseBody } from '@stele/testing/api-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseSingleSignOn } from '../../src/access/providers/provider-settings.ts';
import { Browse } from '../support/browse.ts';
import { GithubPeer } from '../support/github-peer.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

const ADMIN = 'http://admin.test';
const CALLBACK = `${ADMIN}/auth/provider/callback/github`;

let peer: GithubPeer;
let app: TestApp;
let project: TestProject;

const settingsWith = (scopes: string) =>
  parseSingleSignOn({
    STELE_SSO: 'github',
    STELE_SSO_ALLOW_PRIVATE: '1',
    STELE_SSO_GITHUB_ISSUER: peer.url,
    STELE_SSO_GITHUB_CLIENT_ID: 'stele',
    STELE_SSO_GITHUB_CLIENT_SECRET: 'secret',
    STELE_SSO_GITHUB_SCOPES: scopes,
  });

beforeAll(async () => {
  peer = new GithubPeer();
  await peer.start();
  app = await startTestApp({ adminUrl: ADMIN, singleSignOn: settingsWith('read:user user:email read:org') });
  project = await app.project();
  const owner = await app.person({ projectId: project.id, role: 'owner' });
  const group = { provider: 'github', group: 'acme/team-150', role: 'editor' };
  await app.makeOperator(owner.id);
  const { status } = await owner.api.patch(`/projects/${project.id}`, { group_roles: [group] });
  expect(status).toBe(200);
});
afterAll(async () => {
  await app.close();
  await peer.close();
});

/** @param spoil changes the address that GitHub leads back to */
const enter = async (spoil: (callback: URL) => void = () => undefined, { url } = app) => {
  const by = new Browse({ [ADMIN]: url });
  const headers = { 'content-type': 'application/json', origin: ADMIN };
  const body = JSON.stringify({ provider: 'github' });
  const begun = await by.send(`${ADMIN}/auth/provider/begin`, { method: 'POST', headers, body });
  const callback = await by.follow(((await begun.json()) as LooseBody).url, CALLBACK);
  spoil(callback);
  const answer = await by.send(callback.href);
  const session = (await (await by.send(`${ADMIN}/auth/get-session`)).json()) as LooseBody | null;
  return { to: answer.headers.get('location')?.slice(ADMIN.length), user: session?.user ?? null };
};
const memberships = () => app.database.prisma.member.findMany({ where: { user: { email: 'mona@example.org' } } });

it('takes the primary address, and teams for groups, from all pages', async () => {
  peer.teams = 150;
  expect(await enter()).toMatchObject({ to: '/', user: { email: 'mona@example.org', name: 'Mona Lisa' } });
  expect(await memberships()).toMatchObject([{ role: 'editor', byGroup: 'acme/team-150', byProvider: 'github' }]);
  peer.teams = 149;
  expect((await enter()).to).toBe('/');
  expect(await memberships()).toEqual([]);
});

it('leaves roles as they are when there are too many teams to count', async () => {
  peer.teams = 150;
  await enter();
  peer.teams = 1000;
  expect((await enter()).to).toBe('/');
  expect(await memberships()).toHaveLength(1);
});

it('leaves roles as they are where it may not read teams', async () => {
  peer.teams = 150;
  await enter();
  const { database } = app;
  const blind = await startTestApp({ adminUrl: ADMIN, database, singleSignOn: settingsWith('read:user user:email') });
  expect((await enter(undefined, blind)).to).toBe('/');
  expect(await memberships()).toHaveLength(1);
  await blind.close();
});

it('refuses an address that GitHub has not verified, a wrong code, one of another sign-in, and another issuer', async () => {
  const broken = '/sign-in?problem=broken&provider=github&next=%2F';
  expect(await enter((url) => url.searchParams.set('code', 'wrong'))).toEqual({ to: broken, user: null });
  expect(await enter((url) => url.searchParams.set('code', 'code-1'))).toEqual({ to: broken, user: null });
  expect(await enter((url) => url.searchParams.set('iss', peer.url))).toEqual({ to: broken, user: null });
  peer.user = { id: 2, login: 'other', name: 'Other' };
  peer.emails = [{ email: 'new@example.org', primary: true, verified: false }];
  const unverified = '/sign-in?problem=unverified&provider=github&next=%2F';
  expect(await enter()).toEqual({ to: unverified, user: null });
});

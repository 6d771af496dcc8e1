import { codeOf, type LooseBody } from '@stele/testing/api-client';
import { type MailPeer, startMailPeer } from '@stele/testing/mail-peer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContentProject } from '../support/content-project.ts';
import { startTestApp, type TestApp, TestClock, type TestPerson } from '../support/test-app.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const clock = new TestClock();
let peer: MailPeer;
let app: TestApp;
let site: ContentProject;
let entry: string;
let writer: TestPerson;

beforeAll(async () => {
  peer = await startMailPeer();
  app = await startTestApp({
    clock,
    adminUrl: 'http://localhost:4001',
    mail: { smtpUrl: peer.url, from: 'Stele <stele@example.org>' },
  });
  site = await ContentProject.make(app);
  entry = await site.create({ en: { title: 'News\nof the day' } });
  writer = await app.person({ projectId: site.project.id, role: 'editor' });
});
afterAll(async () => {
  await app.close();
  await peer.close();
});

const reader = () => app.person({ projectId: site.project.id, role: 'editor' });
const mention = async ({ id }: TestPerson, of = entry): Promise<void> => {
  const { status } = await writer.api.post(`${site.entries}/${of}/comments`, { body: `Look, @[${id}]` });
  expect(status).toBe(201);
};
const wait = async (ms: number): Promise<void> => {
  clock.advance(ms);
  await app.services.jobs.runAll();
};
const set = async ({ cookie }: TestPerson, change: object) => {
  const answer = await fetch(`${app.url}/auth/update-user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: app.url },
    body: JSON.stringify(change),
  });
  return { status: answer.status, body: (await answer.json()) as LooseBody };
};

describe('what is unread in an inbox', () => {
  it('is mailed once it was unread for ten minutes, at most once an hour, and never twice', async () => {
    const ada = await reader();
    await mention(ada);
    await wait(5 * MINUTE_MS);
    expect(peer.waiting()).toBe(0);
    await mention(ada);
    await wait(10 * MINUTE_MS);
    const mail = await peer.next();
    expect(mail.to).toBe(ada.email);
    expect(mail.text.match(/Person mentioned you in “News of the day”/g)).toHaveLength(2);
    expect(mail.text).toContain(`http://localhost:4001/projects/${site.project.id}/inbox`);
    expect(mail.text).toContain('http://localhost:4001/account');
    await mention(ada);
    await wait(30 * MINUTE_MS);
    expect(peer.waiting()).toBe(0);
    await wait(HOUR_MS);
    expect((await peer.next()).text.match(/mentioned you/g)).toHaveLength(1);
    await wait(2 * HOUR_MS);
    expect(peer.waiting()).toBe(0);
  });

  it('is mailed as often as the person wants, in their language', async () => {
    const ada = await reader();
    expect((await set(ada, { mailDigest: 'daily', language: 'de' })).status).toBe(200);
    await mention(ada);
    await wait(HOUR_MS);
    expect((await peer.next()).text).toContain('Person hat dich in „News of the day“ erwähnt');
    await mention(ada);
    await wait(20 * HOUR_MS);
    expect(peer.waiting()).toBe(0);
    await wait(5 * HOUR_MS);
    expect((await peer.next()).to).toBe(ada.email);
    await set(ada, { mailDigest: 'off' });
    await mention(ada);
    await wait(25 * HOUR_MS);
    expect(peer.waiting()).toBe(0);
    const session = await fetch(`${app.url}/auth/get-session`, { headers: { cookie: ada.cookie } });
    const { user } = (await session.json()) as LooseBody;
    expect(user).toMatchObject({ name: 'Person', language: 'de', mailDigest: 'off' });
  });

  it('is not mailed once it is read, of what the person may not read any more, to who is deactivated, and when it is old', async () => {
    const [read, limited, gone, late] = [await reader(), await reader(), await reader(), await reader()];
    const out = await reader();
    for (const one of [read, limited, gone, late, out]) await mention(one);
    await app.database.prisma.user.update({ where: { id: out.id }, data: { deactivatedAt: new Date() } });
    await set(late, { mailDigest: 'off' });
    await read.api.post(`/projects/${site.project.id}/inbox/read`, {});
    const members = `/projects/${site.project.id}/members`;
    const owner = await app.person({ projectId: site.project.id, role: 'owner' });
    expect((await owner.api.patch(`${members}/${limited.id}`, { limits: { reads: ['pages'] } })).status).toBe(200);
    expect((await owner.api.delete(`${members}/${gone.id}`)).status).toBeLessThan(300);
    await wait(3 * 24 * HOUR_MS);
    await set(late, { mailDigest: 'hourly' });
    await wait(HOUR_MS);
    expect(peer.waiting()).toBe(0);
  });

  it('shows twenty lines of a project, and how many more there are', async () => {
    const ada = await reader();
    for (let count = 0; count < 23; count++) await mention(ada);
    await wait(HOUR_MS);
    const { text } = await peer.next();
    expect(text.match(/mentioned you/g)).toHaveLength(20);
    expect(text).toContain('and 3 more');
  });

  it('is mailed later when the mail server is down', async () => {
    const ada = await reader();
    await peer.close();
    await mention(ada);
    await wait(HOUR_MS);
    peer = await startMailPeer(Number(new URL(peer.url).port));
    await wait(10 * MINUTE_MS);
    expect((await peer.next()).to).toBe(ada.email);
  });

  const moveTo = (domain: string, { id }: TestPerson) =>
    app.database.pool.query(`UPDATE users SET email = id || '@' || $1 WHERE id = $2`, [domain, id]);

  it('is mailed to the others when the mail server refuses one address, for good or for now', {
    tags: ['full'],
  }, async () => {
    const [bad, full, good] = [await reader(), await reader(), await reader()];
    await moveTo('refused.example.org', bad);
    await moveTo('full.example.org', full);
    for (const one of [bad, full, good]) await mention(one);
    await wait(HOUR_MS);
    expect((await peer.next()).to).toBe(good.email);
    await moveTo('example.org', full);
    await wait(HOUR_MS);
    expect((await peer.next()).to).toBe(`${full.id}@example.org`);
    await moveTo('example.org', bad);
    await wait(HOUR_MS);
    expect(peer.waiting()).toBe(0);
  });

  it('is mailed later when the mail server refuses everyone', { tags: ['full'] }, async () => {
    const people = [await reader(), await reader()];
    for (const one of people) {
      await moveTo('refused.example.org', one);
      await mention(one);
    }
    await wait(HOUR_MS);
    for (const one of people) await moveTo('example.org', one);
    await wait(10 * MINUTE_MS);
    const arrived = [(await peer.next()).to, (await peer.next()).to];
    expect(arrived.sort()).toEqual(people.map(({ id }) => `${id}@example.org`).sort());
  });

  it('has settings that are checked', async () => {
    const ada = await reader();
    for (const wrong of [{ mailDigest: 'weekly' }, { language: 'fr' }, { mailDigest: 1 }]) {
      const { status, body } = await set(ada, wrong);
      expect(codeOf({ status, body })).toEqual([400, 'validation_failed']);
      expect(body.error.details[0].path).toEqual(Object.keys(wrong));
    }
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '../../src/delivery/notifications/notify.store.ts';
import { ContentProject } from '../support/content-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import { countStatements } from '../support/statements.ts';
import type { TestApp, TestPerson } from '../support/test-app.ts';

let app: TestApp;
let site: ContentProject;
let ada: TestPerson;
let ben: TestPerson;
let entry: string;

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  site = await ContentProject.make(app);
  const projectId = site.project.id;
  ada = await app.person({ projectId, role: 'owner' });
  ben = await app.person({ projectId, role: 'editor' });
  entry = await site.create({ en: { title: 'one' } }, 'pages');
});

const news = (people: readonly string[], more: object = {}) => {
  const actor = { type: 'user' as const, id: ada.id, name: 'Ada' };
  return {
    projectId: site.project.id,
    people,
    kind: 'assigned' as const,
    entryId: entry,
    actor,
    at: new Date(),
    ...more,
  };
};
const told = async () => {
  const rows = await app.database.prisma.notification.findMany({ where: { projectId: site.project.id } });
  return rows.map(({ userId, kind }) => `${userId} ${kind}`);
};

describe('a notification', () => {
  it('is for members who may read the entry, once each, and not for the actor', async () => {
    const limited = await app.person({ projectId: site.project.id, role: 'editor' });
    const stranger = await app.person();
    const limits = { reads: ['posts'] };
    await ada.api.patch(`/projects/${site.project.id}/members/${limited.id}`, { limits });
    const counted = countStatements(app.database);
    const people = [ada.id, ben.id, ben.id, limited.id, stranger.id, 'usr_none'];
    await app.database.prisma.$transaction((tx) => notify(tx, news(people)));
    expect(counted.statements.filter((one) => !/^(BEGIN|COMMIT)/i.test(String(one)))).toHaveLength(1);
    counted.stop();
    expect(await told()).toEqual([`${ben.id} assigned`]);
    const post = await site.create({ en: { title: 'two' } });
    await notify(app.database.pool, news([limited.id], { entryId: post, kind: 'due' }));
    expect(await told()).toContain(`${limited.id} due`);
  });

  it('is never written for an entry of another project', async () => {
    const other = await ContentProject.make(app);
    await notify(app.database.pool, news([ben.id], { entryId: await other.create({ en: { title: 'x' } }) }));
    expect(await told()).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEntry } from '../../src/domains/entries/create-entry.ts';
import { publishEntry } from '../../src/domains/entries/publish-entry.ts';
import type { Services } from '../../src/domains/services.ts';
import { systemProjectContext } from '../../src/domains/system-context.ts';
import { Publisher } from '../../src/publishing/publisher.ts';
import { ContentProject } from '../support/content-project.ts';
import { startTestApp, type TestApp, type TestProject } from '../support/test-app.ts';

let app: TestApp;
let project: TestProject;
beforeAll(async () => {
  app = await startTestApp();
  project = (await ContentProject.make(app)).project;
});
afterAll(() => app.close());

/** The services of another process that publishes over the same database. */
function anotherProcess(): Services {
  return { ...app.services, publisher: new Publisher({ ...app.services, jobs: { wake: () => undefined } }) };
}

async function publish(services: Services, title: string): Promise<string> {
  const ctx = await systemProjectContext(services, project.id);
  const entry = { projectId: project.id, collection_key: 'posts', values: { en: { title } } };
  const { id } = await createEntry(ctx, entry);
  await publishEntry(ctx, { projectId: project.id, entryId: id, locales: ['en'] });
  return id;
}

const turn = () => app.database.prisma.publishingTurn.findUnique({ where: { projectId: project.id } });
const liveSequence = async () =>
  (await app.database.prisma.project.findUniqueOrThrow({ where: { id: project.id } })).liveSeq;

it('a process that publishes alone takes no turns', async () => {
  for (let n = 0; n < 3; n++) await publish(app.services, `alone ${n}`);
  expect(await turn()).toBeNull();
});

it('processes that publish at once wait for each other, and none is refused', async () => {
  const processes = [app.services, anotherProcess(), anotherProcess()];
  const before = await app.database.prisma.publication.count();
  const writers = processes.flatMap((services, process) =>
    Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 5; n++) await publish(services, `process ${process}, writer ${writer}, publish ${n}`);
    }),
  );
  await Promise.all(writers);
  expect((await app.database.prisma.publication.count()) - before).toBe(60);
});

it('while another process has the turn nothing goes live, and a process that ended holds no one up for long', async () => {
  const { prisma } = app.database;
  const held = (until: string) =>
    prisma.$executeRaw`INSERT INTO publishing_turns (project_id, owner, until) VALUES (${project.id}, 'ended', ${until}::timestamptz)
      ON CONFLICT (project_id) DO UPDATE SET owner = 'ended', until = excluded.until, next = NULL, next_until = NULL`;
  await held('infinity');
  const before = await liveSequence();
  const published = publish(anotherProcess(), 'later');
  // The other process has tried to publish, and is in line.
  await expect.poll(async () => (await turn())?.next, { timeout: 30_000 }).toBeTruthy();
  expect(await liveSequence()).toBe(before);
  await held('2000-01-01');
  await published;
  expect(await liveSequence()).toBe(before + 1);
});

import { type ApiAnswer, codeOf, type LooseBody } from '@stele/testing/api-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits as standardLimits } from '../../src/server/registry.ts';
import { ContentProject } from '../support/content-project.ts';
import { countStatements } from '../support/statements.ts';
import { StreamListener } from '../support/stream-listener.ts';
import { startTestApp, type TestApp, TestClock, type TestPerson } from '../support/test-app.ts';

let app: TestApp;
let site: ContentProject;
let post: string;
const open: StreamListener[] = [];

beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  site = await ContentProject.make(app);
  post = await site.create({ en: { title: 'one' } });
});
afterEach(() => {
  for (const listener of open.splice(0)) listener.close();
});
afterAll(() => app.close());

const join = () => app.person({ projectId: site.project.id, role: 'editor' });
type Caller = Pick<TestPerson, 'api'>;
const announce = ({ api }: Caller, said: object = {}, entryId = post): Promise<ApiAnswer<LooseBody>> =>
  api.put(`${site.entries}/${entryId}/presence`, { tab: 'tab-of-one', is_here: true, ...said });
const listen = ({ cookie }: TestPerson, at: Pick<TestApp, 'url'> = app) =>
  StreamListener.open(at, site.project.id, { headers: { cookie }, open });
/** The places of people as a reader knows them from all that its stream has sent. */
function known({ told }: StreamListener): string[] {
  const people = new Map<string, string>();
  for (const { event, data } of told) {
    if (event !== 'presence') continue;
    if (data.data.whole) people.clear();
    for (const { tab, person, entry_id: entryId, locale, path } of data.data.people) {
      if (entryId === null) people.delete(`${person.id} ${tab}`);
      else people.set(`${person.id} ${tab}`, [person.id, entryId, locale, path].filter(Boolean).join(' '));
    }
  }
  return [...people.values()].sort();
}
const comesToKnow = (listener: StreamListener, people: readonly string[]) =>
  expect
    .poll(() => listener.told.some(({ event }) => event === 'presence') && known(listener), { timeout: 30_000 })
    .toEqual(people);

describe('who is in an entry', () => {
  it('is told to other members: who comes, in which field they are, and who goes', async () => {
    const [one, two] = [await join(), await join()];
    const hears = await listen(two);
    expect((await announce(one)).status).toBe(200);
    await comesToKnow(hears, [`${one.id} ${post}`]);
    await announce(one, { locale: 'en', path: 'title' });
    await comesToKnow(hears, [`${one.id} ${post} en title`]);
    const later = await listen(two);
    await comesToKnow(later, [`${one.id} ${post} en title`]);
    await announce(one, { is_here: false });
    await comesToKnow(hears, []);
    await comesToKnow(await listen(two), []);
    // A name, and nothing by which a person could be reached or taken for.
    expect(JSON.stringify(hears.told)).not.toContain(one.email);
    expect(JSON.stringify(hears.told)).not.toContain('ses_');
  });

  it('is over a minute after a tab was last heard of, and a tab that says the same again stays', async () => {
    const clock = new TestClock(Date.now());
    const later = await startTestApp({ database: app.database, directory: app.directory, clock });
    const [one, two] = [await join(), await join()];
    const hears = await listen(two, later);
    const [first, second] = [one, two].map(({ cookie }) => ({ api: later.client({ cookie }) })) as [Caller, Caller];
    const { body } = await announce(first);
    expect(Date.parse(body.expires_at)).toBe(clock.now().getTime() + 60_000);
    await announce(second);
    await comesToKnow(hears, [`${one.id} ${post}`, `${two.id} ${post}`].sort());
    clock.advance(40_000);
    await announce(second);
    clock.advance(30_000);
    await comesToKnow(hears, [`${two.id} ${post}`]);
    hears.close();
    await later.close();
  });

  it('is told to no one who may not read the entry, and to no token', async () => {
    const [owner, one, limited] = [
      await app.person({ projectId: site.project.id, role: 'owner' }),
      await join(),
      await join(),
    ];
    const page = await site.create({ en: { title: 'secret' } }, 'pages');
    const set = await owner.api.patch(`/projects/${site.project.id}/members/${limited.id}`, {
      limits: { reads: ['posts'] },
    });
    expect(set.status).toBe(200);
    const headers = { authorization: `Bearer ${site.project.tokens.admin}` };
    const token = await StreamListener.open(app, site.project.id, { headers, open });
    const [hears, mayHear] = [await listen(limited), await listen(owner)];
    await announce(one, {}, page);
    await announce(one, { tab: 'other-tab' });
    await comesToKnow(mayHear, [`${one.id} ${page}`, `${one.id} ${post}`].sort());
    await comesToKnow(hears, [`${one.id} ${post}`]);
    await comesToKnow(await listen(limited), [`${one.id} ${post}`]);
    expect(codeOf(await announce(limited, {}, page))).toEqual([404, 'entry.not_found']);
    expect(codeOf(await announce({ api: site.api }))).toEqual([403, 'auth.insufficient_scope']);
    await site.create({ en: { title: 'two' } });
    await token.heard('entry.created');
    expect(token.told.map(({ event }) => event)).not.toContain('presence');
  });

  it('is over in an entry when its tab goes to another one, also for those who may not read that', async () => {
    const [one, all] = [await join(), await join()];
    const [reader, owner] = [await join(), await app.person({ projectId: site.project.id, role: 'owner' })];
    const limits = { reads: ['posts'] };
    expect((await owner.api.patch(`/projects/${site.project.id}/members/${reader.id}`, { limits })).status).toBe(200);
    const page = await site.create({ en: { title: 'two' } }, 'pages');
    const [hears, limited] = [await listen(all), await listen(reader)];
    await announce(one);
    await comesToKnow(limited, [`${one.id} ${post}`]);
    await announce(one, {}, page);
    await comesToKnow(limited, []);
    await comesToKnow(hears, [`${one.id} ${page}`]);
    // The announcement that it's left comes late.
    await announce(one, { is_here: false });
    await announce(all);
    await comesToKnow(hears, [`${one.id} ${page}`, `${all.id} ${post}`].sort());
    const ids = hears.told.filter(({ event }) => event === 'presence').map(({ data }) => data.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('shows twenty tabs of a person at most', async () => {
    const [one, two] = [await join(), await join()];
    const hears = await listen(two);
    for (let n = 0; n < 22; n++) await announce(one, { tab: `tab-number-${n}` });
    await expect.poll(() => known(hears).length).toBe(20);
  });

  it('is nothing that one person can say for another, or of an entry of another project', async () => {
    const [one, two] = [await join(), await join()];
    const hears = await listen(one);
    await announce(one);
    await announce(two, { is_here: false });
    await announce(two, { tab: 'another-tab' });
    await comesToKnow(hears, [`${one.id} ${post}`, `${two.id} ${post}`].sort());
    const other = await ContentProject.make(app);
    const stranger = await app.person({ projectId: other.project.id, role: 'owner' });
    expect(codeOf(await announce(stranger))).toEqual([404, 'project.not_found']);
    const away = await stranger.api.put(`${other.entries}/${post}/presence`, { tab: 'tab-of-one', is_here: true });
    expect(codeOf(away)).toEqual([404, 'entry.not_found']);
    expect(codeOf(await announce(one, { tab: 'x' }))).toEqual([400, 'validation_failed']);
  });

  it('costs the database what any request costs, and leaves nothing in it', async () => {
    const one = await join();
    await announce(one);
    const counted = countStatements(app.database);
    await announce(one, { path: 'title' });
    const cost = counted.statements.splice(0);
    await one.api.get(`/projects/${site.project.id}`);
    expect(cost).toEqual(counted.statements);
    counted.stop();
    const { pool } = app.database;
    const { rows } = await pool.query(
      "SELECT 1 FROM audit_records WHERE project_id IS NOT NULL AND actor->>'id' = $1",
      [one.id],
    );
    expect(rows).toEqual([]);
  });

  it('is limited in how often a person says it', async () => {
    const strict = await startTestApp({
      database: app.database,
      directory: app.directory,
      limits: { ...standardLimits, 'entry.presence': { ...standardLimits['entry.presence'], units: 1 } },
    });
    const one = await join();
    const api = strict.client({ cookie: one.cookie });
    expect((await announce({ api })).status).toBe(200);
    expect(codeOf(await announce({ api }))).toEqual([429, 'rate_limited']);
    await strict.close();
  });
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('of two API processes', () => {
  it('each tells what is said to the other, also what was said before it began, with one row for many', {
    tags: ['full'],
  }, async () => {
    const [one, two] = [await join(), await join()];
    const other = await startTestApp({ database: app.database, directory: app.directory });
    const [here, there] = [await listen(one), await listen(two, other)];
    await comesToKnow(there, []);
    await app.database.pool.query('DELETE FROM presence_reports');
    const said = { projectId: site.project.id, tab: 'tab-of-one', entryId: post, collection: 'posts', locale: null };
    const person = { id: one.id, name: 'One' };
    // At once, so that they're one report, or two where one was due already.
    for (let n = 0; n < 20; n++) app.services.presences.announce({ ...said, person, path: `field${n}` });
    await comesToKnow(there, [`${one.id} ${post} field19`]);
    const { rows } = await app.database.pool.query('SELECT jsonb_array_length(people) AS people FROM presence_reports');
    expect(rows.length).toBeLessThan(3);
    // A tab's requests may reach any process.
    await announce({ api: other.client({ cookie: one.cookie }) }, { path: 'title' });
    await comesToKnow(here, [`${one.id} ${post} title`]);
    const third = await startTestApp({ database: app.database, directory: app.directory });
    await comesToKnow(await listen(two, third), [`${one.id} ${post} title`]);
    await announce({ api: third.client({ cookie: one.cookie }) }, { is_here: false });
    await comesToKnow(here, []);
    await comesToKnow(there, []);
    for (const listener of open.splice(0)) listener.close();
    await other.close();
    await third.close();
  });
});

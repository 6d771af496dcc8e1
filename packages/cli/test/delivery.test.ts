import { EventEmitter } from 'node:events';
import { DeliveryProject } from '@stele/core/testing/delivery-project';
import { PASSWORD, startTestApp, type TestApp } from '@stele/core/testing/test-app';
import { startProxy } from '@stele/testing/proxy';
import { json, Receiver } from '@stele/testing/receiver';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

let app: TestApp;
let platform: Receiver;
let website: Receiver;
let place: Workplace;
let made: DeliveryProject;
let email: string;

beforeAll(async () => {
  platform = await Receiver.start();
  website = await Receiver.start();
  const delivery = { allowsPrivateTargets: true, origins: platform.origins };
  app = await startTestApp({ delivery, runsJobs: true });
});
beforeEach(async () => {
  platform.reset();
  website.reset();
  made = await DeliveryProject.make(app);
  ({ email } = await app.person({ projectId: made.site.project.id, role: 'owner' }));
  place = await makeWorkplace(() => ({ STELE_URL: app.url, STELE_TOKEN: made.site.project.tokens.admin }));
});
afterEach(() => place.remove());
afterAll(async () => {
  await app.close();
  await platform.close();
  await website.close();
});

const publish = async (...args: string[]) => {
  const run = await place.run(['publish', '--json', ...args]);
  return { ...run, document: run.stdout === '' ? null : JSON.parse(run.stdout) };
};

describe('stele publish', () => {
  it('publishes what is saved, in all locales of the entry or in those that are named', async () => {
    const one = await made.site.create({ en: { title: 'one' }, de: { title: 'eins' } });
    const two = await made.site.create({ en: { title: 'two' }, de: { title: 'zwei' } });
    const run = await publish(one, two, '--locale', 'de');
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.document.entries).toMatchObject([
      { entry_id: one, unchanged: false, locales: ['de'] },
      { entry_id: two, unchanged: false, locales: ['de'] },
    ]);
    expect((await made.site.get(one)).locales_status).toEqual({ en: 'draft', de: 'published' });
    expect((await publish(one)).document.entries).toMatchObject([{ locales: ['de', 'en'], version: 3 }]);
    expect((await publish(one)).document.entries).toMatchObject([{ unchanged: true }]);
    expect((await place.run(['publish', one])).stdout).toContain(`Nothing changed in ${one}`);
    expect((await made.site.versions(one))[0]).toMatchObject({ imported: false });
  });

  it('names entries that are refused, and publishes the others', async () => {
    const good = await made.site.create({ en: { title: 'good' } });
    const run = await publish('ent_missing', good);
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('ent_missing was not published: ')]);
    expect(run.document).toMatchObject({ entries: [{ entry_id: good }], failed: [{ entry_id: 'ent_missing' }] });
    expect((await made.site.get(good)).status).toBe('published');
  });

  it('ends at the first entry for which the API is not there any more', async () => {
    const [first, second, third] = await Promise.all(
      ['one', 'two', 'three'].map((title) => made.site.create({ en: { title } })),
    );
    const gone = await startProxy(app.url, ({ url }, response) => {
      if (url?.includes(first ?? '') || !url?.includes('/entries/')) return false;
      response.destroy();
      return true;
    });
    const run = await place.run(['publish', `${first}`, `${second}`, `${third}`, '--url', gone.url], {
      STELE_URL: gone.url,
      STELE_TOKEN: made.site.project.tokens.admin,
    });
    await gone.close();
    expect([run.code, run.stdout]).toEqual([2, `Published ${first} in en: version 2.\n`]);
    expect(run.stderr.trim().split('\n').at(-1)).toMatch(/^The API can't be reached .* Is it running/);
    expect(gone.requests.join('\n')).not.toContain(third);
  });

  it('waits until the website shows it', async () => {
    await made.target({ quiet_seconds: 0, site_url: website.url });
    const entry = await made.site.create({ en: { title: 'one' } });
    website.answer = async (_request, response) => {
      const [sent] = await made.deployments('?status=triggered');
      response.end(`<meta name="stele-snapshot" content="${sent?.snapshot_id}">`);
    };
    const running = publish(entry, '--wait', 'live');
    // The first look comes ten seconds after the trigger; a build that reports brings it on.
    await expect.poll(() => made.deployments('?status=triggered')).not.toHaveLength(0);
    const report = { snapshot_id: await made.live(), phase: 'finished' };
    expect((await made.site.api.post(`${made.path}/builds`, report)).status).toBe(200);
    const run = await running;
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.document.entries[0].outcome).toMatchObject({ reached: true, live: { targets: [{ seen: {} }] } });
    const again = await place.run(['publish', entry, '--wait', 'live']);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining(`${entry} is live.`)]);
  }, 60_000);

  it('ends with 1 when the platform refuses, the build fails, or it takes too long', { tags: ['full'] }, async () => {
    await made.target({ quiet_seconds: 0, site_url: website.url });
    const entry = await made.site.create({ en: { title: 'one' } });
    platform.answer = json({ message: 'No such hook' }, 404);
    const refused = await publish(entry, '--wait', 'live');
    expect(refused.code).toBe(1);
    expect(refused.document.entries[0].outcome.error).toMatch(/The request to Website failed: .*404: No such hook/);
    const late = await made.site.create({ en: { title: 'two' } });
    platform.answer = json({});
    const run = await publish(late, '--wait', 'live', '--timeout', '1');
    expect([run.code, run.document.entries[0].outcome.error]).toEqual([1, expect.stringMatching(/took too long/)]);
    const [{ id }] = await made.deployments('?status=triggered');
    const report = { snapshot_id: await made.live(), phase: 'failed', deployment_id: id };
    await made.site.api.post(`${made.path}/builds`, report);
    const failed = await publish(late, '--wait', 'built');
    expect([failed.code, failed.document.entries[0].outcome.error]).toEqual([
      1,
      expect.stringMatching(/build .* failed/),
    ]);
    expect((await publish(late, '--wait', 'triggered')).code).toBe(0);
  });

  it('ends with 2, and publishes nothing, when there is nothing to wait for', async () => {
    const entry = await made.site.create({ en: { title: 'one' } });
    const sentences: [string[], RegExp][] = [
      [['--wait', 'live'], /no deploy target/],
      [['--wait', 'soon'], /--wait takes triggered, built, live/],
      [['--timeout', 'x'], /--timeout takes/],
    ];
    for (const [args, sentence] of sentences) {
      const run = await publish(entry, ...args);
      expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(sentence)]);
    }
    await made.target();
    const unseen = await publish(entry, '--wait', 'live');
    expect([unseen.code, unseen.stderr]).toEqual([2, expect.stringMatching(/site_url/)]);
    expect((await made.site.get(entry)).status).toBe('draft');
  });
});

describe('stele deployments', () => {
  const signedIn = () => ({ STELE_EMAIL: email, STELE_PASSWORD: PASSWORD });

  it('shows what was sent to targets, for people who sign in', async () => {
    await made.target({ quiet_seconds: 0 });
    await made.publish();
    await expect.poll(() => made.deployments('?status=triggered')).not.toHaveLength(0);
    const run = await place.run(['deployments'], signedIn());
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toMatch(/triggered {3}Website {2}publish {2}snap_/);
    const document = JSON.parse((await place.run(['deployments', '--json'], signedIn())).stdout);
    expect(document.data).toEqual(await made.deployments());
    const sessions = await app.database.prisma.session.count({ where: { user: { email } } });
    expect(sessions).toBe(1);
  });

  it('goes on with --watch, and shows each change, until it is interrupted', async () => {
    await made.target({ quiet_seconds: 0 });
    let running: Promise<Run> | undefined;
    const signals = new EventEmitter();
    const shown = new Promise<void>((resolve) => {
      const onText = (text: string): void => {
        if (text.startsWith('{') && JSON.parse(text).status === 'triggered') resolve();
      };
      running = place.run(['deployments', '--watch', '--json'], signedIn(), { signals, onText });
    });
    await made.publish();
    await shown;
    signals.emit('SIGINT');
    expect(await running).toMatchObject({ code: 0, stderr: '' });
  }, 60_000);

  it('says what it needs', async () => {
    const cases: [Record<string, string>, string[], RegExp][] = [
      [{}, [], /Sign in first: npx stele login/],
      [{ STELE_EMAIL: email }, [], /Sign in first: npx stele login/],
      [{ STELE_EMAIL: email, STELE_PASSWORD: 'wrong' }, [], /can't sign in/],
      [signedIn(), ['--project', 'unknown'], /You have no project unknown/],
      [signedIn(), ['--limit', '1000'], /--limit takes/],
    ];
    for (const [env, args, sentence] of cases) {
      const run = await place.run(['deployments', ...args], env);
      expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(sentence)]);
    }
  });
});

import { json, Receiver } from '@stele/testing/receiver';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DeliveryProject } from '../support/delivery-project.ts';
import { startTestApp, type TestApp, TestClock } from '../support/test-app.ts';

const WARN = 40;
interface Line {
  readonly level: number;
  readonly msg: string;
}

/** Stands for all that projects name, and fails. */
let receiver: Receiver;
let app: TestApp;
let lines: Line[];
let made: DeliveryProject;

beforeAll(async () => {
  receiver = await Receiver.start();
  lines = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const delivery = { allowsPrivateTargets: true, origins: receiver.origins };
  app = await startTestApp({ clock: new TestClock(Date.now()), delivery, log });
});
beforeEach(async () => {
  receiver.answer = json({}, 401);
  made = await DeliveryProject.make(app);
  lines.length = 0;
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

/** Longer than the eighth attempt of any job waits, which is 64 seconds at most. */
const RETRY_MS = 65_000;

/** Does what is due, and what is due again after failures. */
async function pass(attempts: number): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    app.clock?.advance(RETRY_MS);
    await app.services.jobs.drain({});
  }
}

/** How each of a project's own services fails, and how its members are told. */
const SERVICES: readonly [string, () => Promise<unknown>, unknown][] = [
  [
    'a translation service, asked by a person',
    async () => {
      const id = await withTranslations();
      return (await made.site.api.post(`${made.path}/translations/de/entries/${id}`, {})).status;
    },
    502,
  ],
  [
    'a translation service, asked by a run',
    async () => {
      const id = await withTranslations();
      const runs = `${made.path}/translation-runs`;
      const run = (await made.site.api.post(runs, { locale: 'de', entry_ids: [id] })).body.id;
      await pass(1);
      return (await made.site.api.get(`${runs}/${run}`)).body.error.code;
    },
    'translation.service_failed',
  ],
  [
    'a hosting platform that is asked to build',
    async () => {
      await made.target({ quiet_seconds: 0 });
      receiver.answer = json({}, 503);
      await made.publish();
      await pass(8);
      return (await made.deployments())[0].status;
    },
    'failed',
  ],
  [
    "a webhook's receiver",
    async () => {
      const input = { name: 'Search', url: receiver.url, events: ['entry.published'] };
      const { id } = (await made.owner.post(`${made.path}/webhooks`, input)).body;
      app.clock?.advance(1);
      await made.publish();
      await pass(5);
      return (await made.owner.get(`${made.path}/webhooks/${id}/deliveries`)).body.data[0].attempts[0].status;
    },
    401,
  ],
  [
    'a website that is looked at',
    async () => {
      const id = await made.target({ quiet_seconds: 0, site_url: receiver.url });
      receiver.answer = (request, ...rest) => json({}, request.method === 'POST' ? 200 : 500)(request, ...rest);
      await made.publish();
      await pass(5);
      return (await made.read(id)).site_check.error;
    },
    'The website answered 500.',
  ],
  [
    'a server that a file is fetched from',
    async () => {
      receiver.answer = json({}, 503);
      const uploads = `${made.path}/assets/uploads/from-url`;
      const { id } = (await made.site.api.post(uploads, { url: `${receiver.url}/a.png` })).body;
      await pass(8);
      return (await made.site.api.get(`${made.path}/assets/${id}`)).body.error.code;
    },
    'not_fetched',
  ],
];

async function withTranslations(): Promise<string> {
  const service = { kind: 'deepl', url: receiver.url, api_key: 'a-key-that-is-refused' };
  const fields = [{ key: 'title', type: 'text', localized: true }];
  const schema = { format: 1, collections: [{ key: 'posts', fields }] };
  await made.site.api.post(`${made.path}/schema/sync`, { schema, base_version: 0 });
  expect((await made.site.api.put(`${made.path}/translations/service`, service)).status).toBe(200);
  return made.site.create({ en: { title: 'An owl' } });
}

it.each(SERVICES)("%s fails: members are told, and the operator's log has no warning", async (_, fail, told) => {
  expect(await fail()).toEqual(told);
  expect(receiver.requests.length).toBeGreaterThan(0);
  expect(lines.filter(({ level }) => level >= WARN)).toEqual([]);
});

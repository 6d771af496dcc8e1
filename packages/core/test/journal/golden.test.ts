import { collection, defineConfig, text } from '@stele/schema';
import type { LooseBody } from '@stele/testing/api-client';
import { json, Receiver } from '@stele/testing/receiver';
import { TranslationPeer } from '@stele/testing/translation-peer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MediaProcessor } from '../../src/media/processor.ts';
import { textProcessor } from '../media/test-processors.ts';
import { JournalRecorder } from '../support/journal-recorder.ts';
import { AssetLibrary, type MediaApp, startMediaApp, testFile } from '../support/media-app.ts';
import { TestClock } from '../support/test-app.ts';

const DAY = 24 * 60 * 60_000;

/** Takes every file but one for a picture. */
const processor: MediaProcessor = {
  async process(input) {
    if (input.declared.bytes === 10) return { status: 'failed', code: 'processing_failed', message: 'It is damaged.' };
    return textProcessor().process(input);
  },
};
const clock = new TestClock(Date.now());
let app: MediaApp;
let receiver: Receiver;
let made: JournalRecorder;

beforeAll(async () => {
  receiver = await Receiver.start();
  app = await startMediaApp({
    clock,
    runsJobs: false,
    mediaProcessor: processor,
    delivery: { allowsPrivateTargets: true, origins: receiver.origins },
  });
});
beforeEach(async () => {
  made = await JournalRecorder.make(app, receiver);
});
afterEach(() => receiver.reset());
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const golden = (name: string) => expect(made.text).toMatchFileSnapshot(`golden/${name}.txt`);
const member = (role: 'editor' | 'viewer' | 'publisher') => app.person({ projectId: made.site.project.id, role });

/** Pushes a schema with one more collection, which has a workflow. */
async function pushWorkflow(): Promise<void> {
  const { body: now } = await made.site.api.get(`${made.path}/schema`);
  const { schema } = defineConfig({
    collections: [
      collection({
        key: 'news',
        fields: { title: text({ localized: true }) },
        workflow: { states: ['draft', 'review', 'approved'], approval: 'another_person' },
      }),
    ],
  });
  const collections = [...now.schema.collections, ...schema.collections];
  const pushed = { schema: { ...now.schema, collections }, base_version: now.version };
  await made.ok(made.site.api.post(`${made.path}/schema/sync`, pushed));
}

describe('what audit log, outbox, webhooks and streams get', () => {
  it('of entries', async () => {
    const { site, owner } = made;
    const { api, entries } = site;
    const at = (id: string) => `${entries}/${id}`;
    const id = await made.step('create', () => site.create({ en: { title: 'One' }, de: { title: 'Eins' } }));
    await made.step('save', () => made.ok(site.save(id, { en: { title: 'Two' }, de: { title: 'Eins' } }, 1)));
    await made.step('publish', () => made.ok(site.publish(id, ['en', 'de'])));
    await made.step('save one field', () =>
      made.ok(owner.api.patch(`${at(id)}/draft`, { values: { en: { title: 'Three' } }, base_version: 3 })),
    );
    await made.step('publish as a person', () => made.ok(owner.api.post(`${at(id)}/publish`, { locales: ['en'] })));
    const { version } = await site.get(id);
    await made.step('undo publish', () => made.ok(owner.api.post(`${at(id)}/undo-publish`, { version })));
    await made.step('unpublish', () => made.ok(api.post(`${at(id)}/unpublish`, { locales: ['de'] })));
    await made.step('restore a version', () => made.ok(api.post(`${at(id)}/versions/1/restore`, {})));
    await made.step('delete published content', () => made.ok(api.delete(at(id))));
    await made.step('republish', () => made.ok(api.post(`${at(id)}/republish`, {})));
    await made.step('unpublish the rest', () => made.ok(api.post(`${at(id)}/unpublish`, { locales: ['en'] })));
    await made.step('republish what is in no trash', () => made.ok(api.post(`${at(id)}/republish`, {})));
    const copy = await made.step('duplicate', () => made.ok(api.post(`${at(id)}/duplicate`, {})));
    await made.step('delete a draft', () => made.ok(api.delete(at(copy.id))));
    await made.step('restore', () => made.ok(api.post(`${at(copy.id)}/restore`, {})));
    const first = await site.create({ en: { title: 'First' } }, 'pages');
    const second = await made.step('create pages', () => site.create({ en: { title: 'Second' } }, 'pages'));
    const move = (one: string) =>
      made.ok(api.post(`${entries}/order`, { collection_key: 'pages', entry_ids: [one], after: null }));
    await made.step('order drafts', () => move(second));
    await made.step('publish pages', async () => {
      for (const one of [first, second]) await made.ok(site.publish(one));
    });
    await made.step('order published content', () => move(first));
    const bulk = (action: string, more: object = {}) =>
      made.ok(api.post(`${entries}/bulk`, { action, entry_ids: [first, copy.id], ...more }));
    await made.step('delete many', () => bulk('trash'));
    await made.step('restore many', () => bulk('restore'));
    await made.step('publish many', () => bulk('publish', { locales: ['en'] }));
    await made.step('delete before purging', () => made.ok(api.delete(at(copy.id))));
    await made.step('purge', async () => {
      clock.advance(31 * DAY);
      await app.services.jobs.runAll(['purge-entries']);
    });
    await golden('entries');
  });

  it('of reviews', async () => {
    const { site, owner } = made;
    await made.step('sync the schema', pushWorkflow);
    const editor = await member('editor');
    const publisher = await member('publisher');
    const input = { collection_key: 'news', values: { en: { title: 'News' } } };
    const { id } = await made.step('create', () => made.ok(editor.api.post(site.entries, input)));
    const review = (by: typeof owner, change: object) => made.ok(by.api.patch(`${site.entries}/${id}/review`, change));
    await made.step('assign', () => review(owner, { assignee_id: publisher.id, due_on: '2020-01-01' }));
    await made.step('ask for a review', () => review(editor, { state: 'review', base_version: 1, note: 'Ready.' }));
    await made.step('tell what is due', () => app.services.jobs.runAll(['tell-due']));
    await made.step('approve', () => review(publisher, { state: 'approved', base_version: 1 }));
    await made.step('take back', () => review(publisher, { state: 'draft', base_version: 1, assignee_id: null }));
    await golden('reviews');
  });

  it('of comments', async () => {
    const { site, owner } = made;
    const [ada, ben] = [await member('editor'), await member('viewer')];
    const values = { en: { title: 'Opening hours' } };
    const created = await made.ok(ada.api.post(site.entries, { collection_key: 'posts', values }));
    const path = `${site.entries}/${created.id}/comments`;
    const say = (by: typeof owner, body: string, more: object = {}) => made.ok(by.api.post(path, { body, ...more }));
    await made.step('create an entry', async () => undefined);
    const whole = await made.step('comment on the entry', () => say(ben, `About it. @[${owner.id}]`));
    const place = { locale: 'en', path: 'title', anchor: { exact: 'hours', prefix: 'Opening ', suffix: '', start: 8 } };
    const words = await made.step('comment on words', () => say(owner, 'Which ones?', place));
    await made.step('reply', () => say(ada, 'All.', { thread_id: words.id }));
    await made.step('update', () => made.ok(ben.api.patch(`${path}/${whole.id}`, { body: `See @[${ada.id}]` })));
    await made.step('resolve', () => made.ok(ada.api.post(`${path}/${words.id}/resolve`, {})));
    await made.step('reply to what is resolved', () => say(ben, 'No.', { thread_id: words.id }));
    await made.step('resolve the other', () => made.ok(ada.api.post(`${path}/${whole.id}/resolve`, {})));
    await made.step('reopen', () => made.ok(ada.api.post(`${path}/${whole.id}/reopen`, {})));
    await made.step('delete', () => made.ok(owner.api.delete(`${path}/${whole.id}`)));
    await made.step('read the inbox', () => made.ok(owner.api.post(`${made.path}/inbox/read`, {})));
    await golden('comments');
  });

  it('of assets', async () => {
    const { site } = made;
    const library = new AssetLibrary({ id: site.project.id, api: site.api });
    const at = (id: string, rest = '') => `${library.assets}/${id}${rest}`;
    const process = () => app.services.jobs.drain({ kinds: ['process-asset', 'fetch-asset', 'rerender-assets'] });
    const file = testFile({ filename: 'a.jpg', body: Buffer.from('one') });
    const { id } = await made.step('upload', () => library.upload(file));
    await made.step('process', process);
    await made.step('update', () => made.ok(site.api.patch(at(id), { alt_text: { en: 'Words' }, filename: 'b.jpg' })));
    await made.step('copy', () => made.ok(site.api.post(at(id, '/copy'), {})));
    await made.step('process the copy', process);
    const other = testFile({ filename: 'c.jpg', body: Buffer.from('two') });
    await made.step('replace', () => library.replace(id, other));
    await made.step('process the replacement', process);
    const { body: versions } = await site.api.get(at(id, '/versions'));
    await made.step('restore a version', () =>
      made.ok(site.api.post(at(id, `/versions/${versions.data[0].id}/restore`))),
    );
    await made.step('process the version', process);
    await made.step('delete', () => made.ok(site.api.delete(at(id))));
    await made.step('restore', () => made.ok(site.api.post(at(id, '/restore'), {})));
    const bulk = (action: string) => made.ok(site.api.post(`${library.assets}/bulk`, { action, asset_ids: [id] }));
    await made.step('delete many', () => bulk('trash'));
    await made.step('restore many', () => bulk('restore'));
    const broken = testFile({ filename: 'd.jpg', body: Buffer.from('no picture') });
    await made.step('upload what is broken', () => library.upload(broken));
    await made.step('process what is broken', process);
    await made.step('begin an upload', () => library.begin(testFile()));
    await made.step('delete before purging', () => made.ok(site.api.delete(at(id))));
    await made.step('give up', async () => {
      clock.advance(2 * DAY);
      await app.services.jobs.runAll(['sweep-uploads']);
    });
    await made.step('purge', async () => {
      clock.advance(60 * DAY);
      await app.services.jobs.runAll(['sweep-media']);
    });
    const folders = `${made.path}/asset-folders`;
    const folder = await made.step('create a folder', () => made.ok(site.api.post(folders, { name: 'Press' })));
    await made.step('rename it', () => made.ok(site.api.patch(`${folders}/${folder.id}`, { name: 'News' })));
    await made.step('delete it', () => made.ok(site.api.delete(`${folders}/${folder.id}`)));
    await golden('assets');
  });

  it('of snapshots', async () => {
    const { site, owner } = made;
    const id = await site.create({ en: { title: 'One' } });
    await made.step('publish', () => made.ok(site.publish(id)));
    const { snapshot_id: live } = (await site.api.get(`${made.path}/snapshot/latest`)).body;
    await made.step('unpublish', () => made.ok(site.api.post(`${site.entries}/${id}/unpublish`, { locales: ['en'] })));
    await made.step('restore', () => made.ok(owner.api.post(`${made.path}/snapshots/${live}/restore`, {})));
    const { schema, version } = (await site.api.get(`${made.path}/schema`)).body;
    const [posts, ...others] = schema.collections;
    const fields = posts.fields.filter(({ key }: LooseBody) => key !== 'note');
    const next = { ...schema, collections: [{ ...posts, fields }, ...others] };
    const { confirm_token } = (await site.api.post(`${made.path}/schema/diff`, { schema: next })).body;
    const pushed = { schema: next, base_version: version, ...(confirm_token && { confirm_token }) };
    await made.step('sync the schema of live entries', () =>
      made.ok(site.api.post(`${made.path}/schema/sync`, pushed)),
    );
    await golden('snapshots');
  });

  it('of deploy targets', async () => {
    const { site, owner } = made;
    const targets = `${made.path}/deploy-targets`;
    const hook_url = 'https://api.netlify.com/build_hooks/66f2c1d0a9b8e7f6a5b4c3d2';
    const config = { hook_url, api_token: 'netlify-token', site_id: 'site' };
    const input = { name: 'Website', kind: 'netlify', config, quiet_seconds: 0 };
    const { id } = await made.step('create', () => made.ok(owner.api.post(targets, input)));
    await made.step('update', () => made.ok(owner.api.patch(`${targets}/${id}`, { name: 'Site' })));
    await made.step('test', () => made.ok(owner.api.post(`${targets}/${id}/test`)));
    const after = async (seconds: number) => {
      clock.advance(seconds * 1000);
      await app.services.jobs.drain({ kinds: ['send-deployment', 'follow-target'] });
    };
    const publish = async () => void (await made.ok(site.publish(await site.create({ en: { title: 'One' } }))));
    await made.step('publish', publish);
    await made.step('trigger', () => after(1));
    const [sent] = (await owner.api.get(`${made.path}/deployments`)).body.data;
    const building = { id: 'd1', title: `Stele ${sent.id}`, state: 'building' };
    receiver.answer = json([building]);
    await made.step('follow', () => after(11));
    receiver.answer = json([{ ...building, state: 'error', error_message: 'Build script failed' }]);
    await made.step('follow a failure', () => after(11));
    const snapshot_id = (await site.api.get(`${made.path}/snapshot/latest`)).body.snapshot_id;
    receiver.answer = json({});
    const report = { snapshot_id, phase: 'finished' };
    await made.step('report a build', () => made.ok(site.api.post(`${made.path}/builds`, report)));
    // The messages of the webhook are taken, so only the platform's answers fail.
    receiver.answer = (request, response, raw) =>
      request.path.startsWith('/all') ? json({})(request, response, raw) : json({}, 500)(request, response, raw);
    await made.step('publish again', publish);
    await made.step('try again', () => after(1));
    receiver.answer = (request, response, raw) =>
      request.path.startsWith('/all') ? json({})(request, response, raw) : json({}, 404)(request, response, raw);
    await made.step('fail', () => after(3));
    for (let count = 2; count <= 5; count++) {
      await publish();
      await made.step(`fail ${count} times`, () => after(1));
    }
    await made.step('resume', () => made.ok(owner.api.post(`${targets}/${id}/resume`)));
    await made.step('delete', () => made.ok(owner.api.delete(`${targets}/${id}`)));
    await golden('deploy-targets');
  });

  it('of webhooks', async () => {
    const { owner } = made;
    const webhooks = `${made.path}/webhooks`;
    const { id } = await made.step('create', () =>
      made.ok(owner.api.post(webhooks, made.hook('own', ['schema.synced']))),
    );
    await made.step('update', () => made.ok(owner.api.patch(`${webhooks}/${id}`, { name: 'Other' })));
    await made.step('rotate', () => made.ok(owner.api.post(`${webhooks}/${id}/rotate`, {})));
    await made.step('test', () => made.ok(owner.api.post(`${webhooks}/${id}/test`, {})));
    receiver.answer = (request, response, raw) => json({}, request.path === '/own' ? 410 : 200)(request, response, raw);
    await made.step('disable', pushWorkflow);
    const [delivery] = (await owner.api.get(`${webhooks}/${id}/deliveries`)).body.data;
    await made.step('redeliver', () =>
      made.ok(owner.api.post(`${webhooks}/${id}/deliveries/${delivery.id}/redeliver`, {})),
    );
    await made.step('delete', () => made.ok(owner.api.delete(`${webhooks}/${id}`)));
    await golden('webhooks');
  });

  it('of settings', async () => {
    const { owner, path, site } = made;
    const { api } = owner;
    const views = `${path}/views`;
    const view = await made.step('create a view', () => made.ok(api.post(views, { name: 'Ready', query: {} })));
    await made.step('update it', () => made.ok(api.patch(`${views}/${view.id}`, { name: 'Done' })));
    await made.step('delete it', () => made.ok(api.delete(`${views}/${view.id}`)));
    const token = await made.step('create a token', () =>
      made.ok(api.post(`${path}/tokens`, { name: 'CI', scope: 'read_draft' })),
    );
    await made.step('rotate it', () => made.ok(api.post(`${path}/tokens/${token.id}/rotate`)));
    await made.step('revoke it', () => made.ok(api.delete(`${path}/tokens/${token.id}`)));
    const invite = (email: string) => made.ok(api.post(`${path}/invitations`, { email, role: 'editor' }));
    const invited = await made.step('invite', () => invite('ada@example.org'));
    await made.step('revoke', () => made.ok(api.delete(`${path}/invitations/${invited.id}`)));
    const person = await app.person();
    const { accept_url: accepting } = await invite(person.email);
    const secret = new URL(accepting).hash.slice(1);
    await made.step('accept', () => made.ok(person.api.post('/invitations/accept', { secret })));
    const members = `${path}/members/${person.id}`;
    await made.step('change a role', () => made.ok(api.patch(members, { role: 'viewer' })));
    await made.step('remove a member', () => made.ok(api.delete(members)));
    await made.step('rename the project', () => made.ok(api.patch(path, { name: 'Other' })));
    await made.step('archive', () => made.ok(api.put(`${path}/archives`, { after_days: 400 })));
    const entry = await site.create({ en: { title: 'An owl' } });
    const share = { entry_id: entry };
    const link = await made.step('share a preview', () => made.ok(api.post(`${path}/preview-links`, share)));
    await made.step('end it', () => made.ok(api.delete(`${path}/preview-links/${link.id}`)));
    await golden('settings');
  });

  it('of translations', async () => {
    const { api } = made.site;
    const peer = new TranslationPeer();
    await peer.start();
    const translations = `${made.path}/translations`;
    const service = { kind: 'deepl', url: peer.url, api_key: peer.key };
    await made.step('set up', () => made.ok(api.put(`${translations}/service`, service)));
    const terms = [{ term: 'heron', translation: 'Reiher' }];
    await made.step('change the glossary', () => made.ok(api.put(`${translations}/de/glossary`, { terms })));
    const id = await made.step('create', () => made.site.create({ en: { title: 'An owl' } }));
    const machine = `${translations}/de/entries/${id}`;
    await made.step('translate', () => made.ok(api.post(machine, {})));
    await made.step('confirm', () => made.ok(api.post(`${machine}/confirm`, { base_version: 2 })));
    await made.step('create another', () => made.site.create({ en: { title: 'A wren' } }));
    const runs = `${made.path}/translation-runs`;
    const finish = () => app.services.jobs.drain({ kinds: ['translate-run'] });
    const run = await made.step('start a run', () => made.ok(api.post(runs, { locale: 'de' })));
    await made.step('finish it', finish);
    await made.step('undo it', async () => {
      await made.ok(api.post(`${runs}/${run.id}/undo`, {}));
      await finish();
    });
    const next = await made.ok(api.post(runs, { locale: 'de' }));
    await made.step('cancel', () => made.ok(api.post(`${runs}/${next.id}/cancel`, {})));
    await peer.close();
    await golden('translations');
  });
});

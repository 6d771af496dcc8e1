import type { ApiAnswer, LooseBody } from '@stele/testing/api-client';
import { json, Receiver } from '@stele/testing/receiver';
import { TranslationPeer } from '@stele/testing/translation-peer';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { compileRoutes } from '../src/api/rest/routes.ts';
import { prepareSetup } from '../src/domains/instance/instance.store.ts';
import { newId } from '../src/platform/ids.ts';
import { enqueueJobs } from '../src/platform/job-queue.store.ts';
import { appRouter } from '../src/server/registry.ts';
import { NETLIFY_HOOK } from './support/delivery-project.ts';
import { countStatements, type StatementCount } from './support/statements.ts';
import { PASSWORD, startTestApp, type TestApp, TestClock } from './support/test-app.ts';

let app: TestApp;
let counted: StatementCount;
let receiver: Receiver;
const peer = new TranslationPeer();

beforeAll(async () => {
  // Intervals in the background would be counted too.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  receiver = await Receiver.start();
  await peer.start();
  const delivery = {
    allowsPrivateTargets: true,
    origins: { ...receiver.origins, 'https://pens.example': receiver.url },
  };
  app = await startTestApp({ clock: new TestClock(Date.now()), delivery, overHttp: true });
  await app.services.jobs.stop();
  counted = countStatements(app.database);
});
afterAll(async () => {
  counted.stop();
  await app.close();
  await receiver.close();
  peer.close();
  vi.useRealTimers();
});

/** Pages of another site, whose endpoint is the receiver. */
const PENS = { name: 'pens', match: ['https://pens.example/*'], endpoint: 'https://pens.example/oembed' };

const schemaOf = (...fields: string[]) => ({
  format: 1,
  collections: [
    {
      key: 'posts',
      label: 'Posts',
      order: 'manual',
      title_field: null,
      workflow: { states: ['draft', 'review'], publish_needs: null },
      fields: [
        ...fields.map((key) => ({ key, type: 'text', label: key, localized: true })),
        { key: 'tags', type: 'list', label: 'Tags', of: { type: 'text' } },
        { key: 'essay', type: 'richtext', label: 'Essay', embeds: [PENS] },
      ],
    },
  ],
});

/** Actions that are new in the audit log. */
async function newActions(after: string): Promise<string[]> {
  const records = await app.database.prisma.auditRecord.findMany({
    where: { id: { gt: after } },
    orderBy: { id: 'asc' },
  });
  lastRecord = records.at(-1)?.id ?? after;
  return [...new Set(records.map(({ action }) => action))];
}
let lastRecord = '';

/** Calls every route once, counts the statements and reads what it left in the audit log. */
async function callAll(): Promise<{ counts: Record<string, number>; audited: Record<string, string[]> }> {
  const counts: Record<string, number> = {};
  const audited: Record<string, string[]> = {};
  const count = async (route: string, request: () => Promise<ApiAnswer<LooseBody>>): Promise<LooseBody> => {
    await newActions(lastRecord);
    counted.reset();
    const { status, body } = await request();
    expect(status, `${route}: ${JSON.stringify(body)}`).toBeLessThan(400);
    counts[route] = counted.statements.length;
    audited[route] = await newActions(lastRecord);
    return body;
  };

  const nobody = app.api;
  await count('openapi.document', () => nobody.get('/openapi.json'));
  await count('instance.status', () => nobody.get('/instance'));
  const code = await prepareSetup(app.database.pool, { secret: 'secret' });
  const first = { code, name: 'Ada', email: 'ada@example.org', password: PASSWORD };
  await count('instance.setUp', () => nobody.post('/instance/setup', first));

  const { api: person } = await app.person();
  const { id } = await count('projects.create', () => person.post('/projects', { name: 'P', locales: ['en', 'de'] }));
  const here = `/projects/${id}`;
  await count('projects.list', () => person.get('/projects'));
  await count('projects.get', () => person.get(here));
  await count('projects.usage', () => person.get(`${here}/usage`));
  const sites = [{ name: 'Website', url: receiver.url }];
  await count('projects.update', () => person.patch(here, { name: 'Q', preview_sites: sites }));
  await count('projects.checkPage', () => person.get(`${here}/page-check?url=${receiver.url}/`));

  const token = await count('tokens.create', () => person.post(`${here}/tokens`, { name: 't', scope: 'admin' }));
  const api = app.client({ token: token.secret });
  await count('tokens.identify', () => api.get('/tokens/me'));
  await count('tokens.list', () => person.get(`${here}/tokens`));
  const other = (await person.post(`${here}/tokens`, { name: 'u', scope: 'admin' })).body;
  await count('tokens.rotate', () => person.post(`${here}/tokens/${other.id}/rotate`));
  await count('tokens.revoke', () => person.delete(`${here}/tokens/${other.id}`));

  const links = `${here}/preview-links`;
  const link = await count('previewLinks.create', () => person.post(links, {}));
  await count('previewLinks.list', () => person.get(links));
  await count('previewLinks.identify', () => app.client({ token: link.secret }).get(`${links}/me`));
  await count('previewLinks.revoke', () => person.delete(`${links}/${link.id}`));

  const guest = await app.invited();
  const role = 'editor';
  const kept = await count('invitations.create', () =>
    person.post(`${here}/invitations`, { email: guest.email, role }),
  );
  const { id: dropped } = (await person.post(`${here}/invitations`, { email: 'x@example.org', role })).body;
  await count('invitations.list', () => person.get(`${here}/invitations`));
  await count('invitations.revoke', () => person.delete(`${here}/invitations/${dropped}`));
  await count('invitations.preview', () =>
    nobody.post('/invitations/preview', { secret: new URL(kept.accept_url).hash.slice(1) }),
  );
  await count('invitations.accept', () =>
    guest.api.post('/invitations/accept', { secret: new URL(kept.accept_url).hash.slice(1) }),
  );
  await count('members.list', () => person.get(`${here}/members`));
  await count('members.update', () => person.patch(`${here}/members/${guest.id}`, { role: 'viewer' }));
  await count('members.createResetLink', () => person.post(`${here}/members/${guest.id}/reset-link`));
  await count('members.remove', () => person.delete(`${here}/members/${guest.id}`));

  await count('schema.diff', () => api.post(`${here}/schema/diff`, { schema: schemaOf('title', 'body') }));
  await count('schema.sync', () =>
    api.post(`${here}/schema/sync`, { schema: schemaOf('title', 'body'), base_version: 0 }),
  );
  await count('schema.getActive', () => api.get(`${here}/schema`));
  await count('schema.listVersions', () => api.get(`${here}/schema/versions`));
  await count('schema.getVersion', () => api.get(`${here}/schema/versions/1`));

  const tree = await app.project();
  const ofTree = `/projects/${tree.id}`;
  const collections = [{ key: 'pages', tree: true, fields: [{ key: 'slug', type: 'slug' }] }];
  await tree.api.post(`${ofTree}/schema/sync`, { schema: { format: 1, collections }, base_version: 0 });
  const page = { collection_key: 'pages', values: { en: { slug: 'a' } } };
  const { id: top } = (await tree.api.post(`${ofTree}/entries`, page)).body;
  await tree.api.post(`${ofTree}/entries/${top}/publish`, { locales: ['en'] });
  const below = { ...page, values: { en: { slug: 'b' } } };
  const { id: moved } = (await tree.api.post(`${ofTree}/entries`, below)).body;
  await tree.api.post(`${ofTree}/entries/${moved}/publish`, { locales: ['en'] });
  await count('pages.list', () => tree.api.get(`${ofTree}/pages?collection=pages&locale=en`));
  await count('pages.byPath', () => tree.api.get(`${ofTree}/pages/by-path?locale=en&path=/a`));
  await count('pages.move', () => tree.api.post(`${ofTree}/pages/${moved}/move`, { parent: top }));
  await count('pages.ancestors', () => tree.api.get(`${ofTree}/pages/${moved}/ancestors?locale=en`));
  const views = `${here}/views`;
  const view = await count('views.create', () => api.post(views, { name: 'Mine', query: { status: 'draft' } }));
  await count('views.list', () => api.get(views));
  await count('views.update', () => api.patch(`${views}/${view.id}`, { name: 'Ours' }));
  await count('views.delete', () => api.delete(`${views}/${view.id}`));
  await count('start.get', () => person.get(`${here}/start`));
  await count('start.problems', () => person.get(`${here}/problems`));

  const folders = `${here}/asset-folders`;
  const folder = await count('folders.create', () => api.post(folders, { name: 'Press' }));
  await count('folders.list', () => api.get(folders));
  await count('folders.update', () => api.patch(`${folders}/${folder.id}`, { name: 'Pictures' }));
  await count('folders.delete', () => api.delete(`${folders}/${folder.id}`));

  const assets = `${here}/assets`;
  const file = { filename: 'a.jpg', mime: 'image/jpeg', bytes: 5 };
  const { uploads } = await count('assets.upload', () => api.post(`${assets}/uploads`, { files: [file, file] }));
  const asset = `${assets}/${uploads[0].asset_id}`;
  await count('assets.renewUploadUrls', () => api.post(`${asset}/upload-urls`));
  const { key } = await app.database.prisma.assetUpload.findUniqueOrThrow({ where: { assetId: uploads[0].asset_id } });
  await app.storage.put(key, Buffer.from('bytes'), { contentType: 'image/jpeg' });
  await count('assets.complete', () => api.post(`${asset}/complete`));
  await count('assets.complete, again', () => api.post(`${asset}/complete`));
  await count('assets.get', () => api.get(asset));
  await count('assets.list', () => api.get(assets));
  await count('assets.list, a search', () => api.get(`${assets}?search=a`));
  await count('assets.list, unused', () => api.get(`${assets}?unused=true`));
  await count('assets.list, with a tag', () => api.get(`${assets}?tag=a`));
  receiver.turns.push(json({ type: 'link' }));
  await count('embeds.lookUp', () => api.get(`${here}/embeds?url=https://pens.example/1`));
  await count('assetTags.list', () => api.get(`${here}/asset-tags`));
  await count('assets.usage', () => api.get(`${asset}/usage`));
  await count('assets.update', () => api.patch(asset, { alt_text: 'words' }));
  const both = { asset_ids: uploads.map((one: LooseBody) => one.asset_id) };
  await count('assets.bulk', () =>
    api.post(`${assets}/bulk`, { ...both, action: 'patch', patch: { decorative: true } }),
  );
  const fetched = await count('assets.uploadFromUrl', () =>
    api.post(`${assets}/uploads/from-url`, { url: 'https://example.com/a.jpg' }),
  );
  await count('assets.crop', () => api.post(`${asset}/crop`, { x: 0, y: 0, width: 0.5, height: 1 }));
  await count('assets.copy', () => api.post(`${asset}/copy`, { crop: { x: 0, y: 0, width: 0.5, height: 0.5 } }));
  await count('assets.resetCrop', () => api.delete(`${asset}/crop`));
  await count('assets.replace', () => api.post(`${asset}/replace`, file));
  await count('assetVersions.list', () => api.get(`${asset}/versions`));
  const version = await insertVersion(uploads[0].asset_id);
  await count('assetVersions.restore', () => api.post(`${asset}/versions/${version}/restore`));
  await count('assets.delete', () => api.delete(`${assets}/${fetched.id}`));
  await count('assets.restore', () => api.post(`${assets}/${fetched.id}/restore`));
  await count('assets.linkOriginal', () => api.get(`${asset}/original`));
  await count('storage.get', () => api.get(`${here}/storage`));

  const entries = `${here}/entries`;
  const values = { en: { title: 'One' }, de: { title: 'Eins' } };
  const made = await count('entries.create', () => api.post(entries, { collection_key: 'posts', values }));
  const entry = `${entries}/${made.id}`;
  await count('entries.get', () => api.get(entry));
  await count('entries.list', () => api.get(entries));
  await count('entries.list, a search', () => api.get(`${entries}?search=one`));
  await count('entries.list, a search in an order', () => api.get(`${entries}?search=one&sort=title`));
  await count('entries.list, of a locale', () => api.get(`${entries}?locale=en`));
  await count('entries.count', () => api.get(`${entries}/counts`));
  await count('entries.count, by locale', () => api.get(`${entries}/counts?include=locales`));
  await count('entries.usedValues', () => api.get(`${entries}/used-values?collection=posts&field=tags&locale=en`));
  await count('entries.compareTranslation', () => api.get(`${entry}/translation?locale=de`));
  await count('entries.count, by translation', () => api.get(`${entries}/counts?include=translations`));
  await count('entries.saveDraft', () =>
    api.put(`${entry}/draft`, { values: { en: { title: '2' } }, base_version: 1 }),
  );
  await count('entries.patchDraft', () =>
    api.patch(`${entry}/draft`, { values: { en: { title: '3' } }, base_version: 2 }),
  );
  const external = `${entries}/by-external-id/posts/one`;
  await count('entries.saveByExternalId', () => api.put(external, { values: { en: { title: 'x' } } }));
  await count('entries.saveByExternalId, published', () =>
    api.put(external, { values: { en: { title: 'y' } }, publish: true }),
  );
  await count('entries.updateReview', () =>
    person.patch(`${entry}/review`, { state: 'review', base_version: 3, assignee_id: null }),
  );
  await count('entries.updateReviews', () =>
    person.post(`${entries}/reviews`, { entry_ids: [made.id], due_on: '2026-12-01' }),
  );
  await count('entries.getReview', () => person.get(`${entry}/review`));
  await count('entries.announcePresence', () => person.put(`${entry}/presence`, { tab: 'tab-of-one', is_here: true }));
  await count('entries.validate', () =>
    api.post(`${entries}/validate`, { entry_id: made.id, values: { en: { title: '4' } }, publish: ['en'] }),
  );
  await count('entries.getByExternalId', () => api.get(external));
  const texts = await count('translations.export', () => api.get(`${here}/translations/de/xliff?entries=${made.id}`));
  const xliff = texts.xliff
    .replaceAll(/<target>.*?<\/target>/g, '')
    .replaceAll('</source>', '</source><target>x</target>');
  await count('translations.import', () => api.post(`${here}/translations/import`, { xliff }));
  const service = { kind: 'deepl', url: peer.url, api_key: peer.key };
  await count('translations.changeService', () => api.put(`${here}/translations/service`, service));
  await count('translations.getService', () => api.get(`${here}/translations/service`));
  const glossary = `${here}/translations/de/glossary`;
  await count('translations.changeGlossary', () => api.put(glossary, { terms: [{ term: 'a', translation: 'b' }] }));
  await count('translations.getGlossary', () => api.get(glossary));
  const german = `${here}/translations/de/entries/${made.id}`;
  await count('translations.translate', () => api.post(german, { fields: ['title'] }));
  await count('translations.confirm', () => api.post(`${german}/confirm`, { base_version: 1000 }));
  const { version: base } = (await api.get(entry)).body;
  await api.patch(`${entry}/draft`, { values: { en: { title: 'Other' } }, base_version: base });
  const many = { entry_ids: [made.id], base_versions: [1000] };
  await count('translations.confirmMany', () => api.post(`${here}/translations/de/confirm`, many));
  const runs = `${here}/translation-runs`;
  const { id: run } = await count('translationRuns.start', () =>
    api.post(runs, { locale: 'de', entry_ids: [made.id] }),
  );
  await count('translationRuns.list', () => api.get(runs));
  await count('translationRuns.get', () => api.get(`${runs}/${run}`));
  await count('translationRuns.listEntries', () => api.get(`${runs}/${run}/entries`));
  await count('translationRuns.cancel', () => api.post(`${runs}/${run}/cancel`));
  await count('translationRuns.undo', () => api.post(`${runs}/${run}/undo`));
  const live = await count('entries.publish', () => api.post(`${entry}/publish`, { locales: ['en', 'de'] }));
  await count('entries.undoPublish', () => api.post(`${entry}/undo-publish`, { version: live.version }));
  await api.post(`${entry}/publish`, { locales: ['en', 'de'] });
  await count('entries.listVersions', () => api.get(`${entry}/versions`));
  await count('entries.getVersion', () => api.get(`${entry}/versions/1`));
  await count('entries.diffVersions', () => api.get(`${entry}/versions/1/diff/2`));
  await count('entries.restoreVersion', () => api.post(`${entry}/versions/1/restore`, {}));
  const copy = await count('entries.duplicate', () => api.post(`${entry}/duplicate`, {}));
  await count('entries.order', () => api.post(`${entries}/order`, { collection_key: 'posts', entry_ids: [copy.id] }));
  await count('drafts.read', () => api.get(`${here}/drafts/posts.en.json`));
  await count('entries.unpublish', () => api.post(`${entry}/unpublish`, { locales: ['de'] }));
  await count('entries.bulk', () =>
    api.post(`${entries}/bulk`, { action: 'publish', entry_ids: [made.id, copy.id], locales: ['de'] }),
  );
  const imported = ['a', 'b'].map((name) => ({
    collection_key: 'posts',
    external_id: name,
    values: { en: { title: name } },
    publish: true,
  }));
  await count('imports.entries', () => api.post(`${entries}/import`, { entries: imported }));
  const comments = `${entry}/comments`;
  const thread = await count('comments.create', () => person.post(comments, { body: 'One' }));
  const named = await app.person({ projectId: id, role: 'viewer' });
  await count('comments.create, a reply that mentions', () =>
    person.post(comments, { body: `@[${named.id}]`, thread_id: thread.id }),
  );
  await count('comments.list', () => person.get(comments));
  await count('comments.update', () => person.patch(`${comments}/${thread.id}`, { body: 'Two' }));
  await count('comments.resolve', () => person.post(`${comments}/${thread.id}/resolve`));
  await count('comments.reopen', () => person.post(`${comments}/${thread.id}/reopen`));
  await count('comments.delete', () => person.delete(`${comments}/${thread.id}`));
  await count('inbox.list', () => person.get(`${here}/inbox`));
  await count('inbox.count', () => person.get(`${here}/inbox/count`));
  await count('inbox.markRead', () => person.post(`${here}/inbox/read`, {}));
  await count('entries.delete', () => api.delete(entry));
  await count('entries.restore', () => api.post(`${entry}/restore`));
  await count('entries.republish', () => api.post(`${entry}/republish`, {}));

  const latest = await count('snapshots.latest', () => api.get(`${here}/snapshot/latest`));
  await count('snapshots.redirectToFile', () => nobody.get(`${here}/snapshots/${latest.snapshot_id}/posts.en.json`));
  const { data: history } = await count('snapshots.list', () => person.get(`${here}/snapshots`));
  const before = history.at(-1).snapshot_id;
  await count('snapshots.diff', () => person.get(`${here}/snapshots/${before}/diff/${latest.snapshot_id}`));
  await count('snapshots.restore', async () => {
    const answer = await person.post(`${here}/snapshots/${before}/restore`, {});
    return answer;
  });
  const hook = { hook_url: NETLIFY_HOOK };
  const targets = `${here}/deploy-targets`;
  const target = await count('targets.create', () =>
    person.post(targets, { name: 'Site', kind: 'netlify', config: hook }),
  );
  await count('targets.list', () => person.get(targets));
  await count('targets.get', () => person.get(`${targets}/${target.id}`));
  await count('targets.update', () => person.patch(`${targets}/${target.id}`, { config: hook }));
  await count('targets.test', () => person.post(`${targets}/${target.id}/test`));
  await app.database.prisma.deployTarget.update({ where: { id: target.id }, data: { status: 'paused' } });
  await count('targets.resume', () => person.post(`${targets}/${target.id}/resume`));
  const { data: deployments } = await count('deployments.list', () => person.get(`${here}/deployments`));
  await count('deployments.get', () => person.get(`${here}/deployments/${deployments[0].id}`));
  await count('deployments.followEntry', () => api.get(`${entry}/live`));
  const report = { snapshot_id: latest.snapshot_id, phase: 'finished' };
  await count('builds.report', () => api.post(`${here}/builds`, report));
  await count('targets.delete', () => person.delete(`${targets}/${target.id}`));
  const hooks = `${here}/webhooks`;
  const webhook = await count('webhooks.create', () =>
    person.post(hooks, { name: 'x', url: receiver.url, events: ['snapshot.live'] }),
  );
  const own = `${hooks}/${webhook.id}`;
  await count('webhooks.list', () => person.get(hooks));
  await count('webhooks.get', () => person.get(own));
  await count('webhooks.update', () => person.patch(own, { name: 'y' }));
  await count('webhooks.rotateSecret', () => person.post(`${own}/rotate`));
  const sent = await count('webhooks.test', () => person.post(`${own}/test`));
  await count('webhookDeliveries.list', () => person.get(`${own}/deliveries`));
  await count('webhookDeliveries.get', () => person.get(`${own}/deliveries/${sent.id}`));
  await count('webhookDeliveries.redeliver', () => person.post(`${own}/deliveries/${sent.id}/redeliver`));
  await count('webhookDeliveries.redeliverRange', () =>
    person.post(`${own}/redeliver`, { from: '2020-01-01T00:00:00.000Z' }),
  );
  await count('webhooks.delete', () => person.delete(own));
  await count('events.stream', async () => {
    const abort = new AbortController();
    const url = `${app.url}/v1${here}/events`;
    const { status } = await fetch(url, { headers: { authorization: `Bearer ${token.secret}` }, signal: abort.signal });
    abort.abort();
    return { status, headers: new Headers(), body: null };
  });
  await enqueueJobs(app.database.pool, [{ kind: 'unknown', projectId: id, runAt: new Date() }], new Date());
  const jobs = await count('jobs.list', () => person.get(`${here}/jobs`));
  await count('jobs.retry', () => person.post(`${here}/jobs/${jobs.data[0].id}/retry`));
  const operator = await app.person();
  await app.makeOperator(operator.id);
  await count('operating.state', () => operator.api.get('/instance/operating'));
  await count('operating.retryJob', () => operator.api.post(`/instance/jobs/${jobs.data[0].id}/retry`));
  await app.database.prisma.job.update({ where: { id: jobs.data[0].id }, data: { deadAt: new Date() } });
  await count('operating.dropJob', () => operator.api.delete(`/instance/jobs/${jobs.data[0].id}`));
  await count('operating.changeQuotas', () => operator.api.put(`/instance/projects/${id}/quotas`, { entries: 90 }));
  const leaver = await app.person({ projectId: id, role: 'viewer' });
  await count('people.list', () => operator.api.get('/instance/people'));
  await count('people.change', () => operator.api.patch(`/instance/people/${leaver.id}`, { operator: true }));
  await operator.api.patch(`/instance/people/${leaver.id}`, { operator: false });
  await count('people.signOut', () => operator.api.post(`/instance/people/${leaver.id}/sign-out`));
  await app.database.prisma.user.update({ where: { id: leaver.id }, data: { twoFactorEnabled: true } });
  await count('people.resetTwoFactor', () => operator.api.post(`/instance/people/${leaver.id}/reset-two-factor`));
  await count('people.createResetLink', () => operator.api.post(`/instance/people/${leaver.id}/reset-link`));
  await count('audit.listOfInstance', () => operator.api.get('/instance/audit'));
  await count('people.deletion', () => operator.api.get(`/instance/people/${leaver.id}/deletion`));
  const leaving = { confirm_email: leaver.email };
  await count('people.delete', () => operator.api.send('DELETE', `/instance/people/${leaver.id}`, leaving));
  await count('audit.list', () => person.get(`${here}/audit`));
  await count('audit.list, of a noun', () => person.get(`${here}/audit?action=entry.`));
  await count('archives.change', () => person.put(`${here}/archives`, { after_days: 365 }));
  const at = new Date();
  const archived = {
    key: 'k',
    sha256: 's',
    bytes: 1,
    rows: 1,
    firstAt: at,
    lastAt: at,
    createdAt: at,
    completedAt: at,
  };
  await app.database.prisma.archive.create({ data: { id: 'arc_x', projectId: id, kind: 'audit', ...archived } });
  await count('archives.list', () => person.get(`${here}/archives`));
  await count('archives.link', () => person.get(`${here}/archives/arc_x/file`));
  await count('projects.deletion', () => person.get(`${here}/deletion`));
  await count('projects.delete', () => person.send('DELETE', here, { confirm_name: 'Q' }));
  return { counts, audited };
}

/** Makes an earlier file of an asset. @returns the version's id */
async function insertVersion(assetId: string): Promise<string> {
  const { prisma } = app.database;
  const { projectId, urlName, mime, bytes, sha256 } = await prisma.asset.findUniqueOrThrow({ where: { id: assetId } });
  const file = { projectId, urlName, mime, bytes, sha256: sha256 ?? '', filename: 'before.jpg', replacedBy: {} };
  const { id } = await prisma.assetVersion.create({
    data: { id: newId('assetVersion'), assetId, replacedAt: new Date(), ...file },
  });
  return id;
}

let called: Awaited<ReturnType<typeof callAll>>;
beforeAll(async () => {
  called = await callAll();
});

it('every route that changes something says so in the audit log, and no other one does', () => {
  const routes = compileRoutes(appRouter);
  const silent = routes.filter(({ operation: { method, audit } }) => method !== 'GET' && !audit?.length);
  expect(silent.map(({ key }) => key).sort()).toEqual([
    'assets.renewUploadUrls',
    'builds.report',
    'entries.announcePresence',
    'entries.validate',
    'inbox.markRead',
    'invitations.preview',
    'schema.diff',
  ]);
  for (const {
    key,
    operation: { audit = [] },
  } of routes) {
    const left = called.audited[key] ?? [];
    expect([key, left.length > 0, left.filter((action) => !(audit as readonly string[]).includes(action))]).toEqual([
      key,
      audit.length > 0,
      [],
    ]);
  }
});

it('every route sends as many SQL statements as it did', () => {
  const { counts } = called;
  const routes = new Set(Object.keys(counts).map((name) => name.split(',')[0]));
  expect([...routes].sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  expect(counts).toMatchInlineSnapshot(`
    {
      "archives.change": 8,
      "archives.link": 4,
      "archives.list": 5,
      "assetTags.list": 2,
      "assetVersions.list": 3,
      "assetVersions.restore": 16,
      "assets.bulk": 9,
      "assets.complete": 16,
      "assets.complete, again": 4,
      "assets.copy": 11,
      "assets.crop": 9,
      "assets.delete": 8,
      "assets.get": 2,
      "assets.linkOriginal": 2,
      "assets.list": 2,
      "assets.list, a search": 3,
      "assets.list, unused": 3,
      "assets.list, with a tag": 3,
      "assets.renewUploadUrls": 2,
      "assets.replace": 12,
      "assets.resetCrop": 9,
      "assets.restore": 8,
      "assets.update": 9,
      "assets.upload": 6,
      "assets.uploadFromUrl": 7,
      "assets.usage": 3,
      "audit.list": 4,
      "audit.list, of a noun": 5,
      "audit.listOfInstance": 4,
      "builds.report": 5,
      "comments.create": 11,
      "comments.create, a reply that mentions": 12,
      "comments.delete": 12,
      "comments.list": 5,
      "comments.reopen": 10,
      "comments.resolve": 10,
      "comments.update": 10,
      "deployments.followEntry": 2,
      "deployments.get": 4,
      "deployments.list": 4,
      "drafts.read": 4,
      "embeds.lookUp": 1,
      "entries.announcePresence": 4,
      "entries.bulk": 11,
      "entries.compareTranslation": 2,
      "entries.count": 2,
      "entries.count, by locale": 3,
      "entries.count, by translation": 3,
      "entries.create": 2,
      "entries.delete": 11,
      "entries.diffVersions": 5,
      "entries.duplicate": 4,
      "entries.get": 2,
      "entries.getByExternalId": 3,
      "entries.getReview": 5,
      "entries.getVersion": 3,
      "entries.list": 2,
      "entries.list, a search": 4,
      "entries.list, a search in an order": 3,
      "entries.list, of a locale": 3,
      "entries.listVersions": 3,
      "entries.order": 11,
      "entries.patchDraft": 3,
      "entries.publish": 10,
      "entries.republish": 12,
      "entries.restore": 10,
      "entries.restoreVersion": 6,
      "entries.saveByExternalId": 3,
      "entries.saveByExternalId, published": 16,
      "entries.saveDraft": 3,
      "entries.undoPublish": 14,
      "entries.unpublish": 11,
      "entries.updateReview": 9,
      "entries.updateReviews": 9,
      "entries.usedValues": 2,
      "entries.validate": 2,
      "events.stream": 2,
      "folders.create": 7,
      "folders.delete": 9,
      "folders.list": 2,
      "folders.update": 8,
      "imports.entries": 16,
      "inbox.count": 4,
      "inbox.list": 4,
      "inbox.markRead": 5,
      "instance.setUp": 9,
      "instance.status": 2,
      "invitations.accept": 13,
      "invitations.create": 9,
      "invitations.list": 6,
      "invitations.preview": 3,
      "invitations.revoke": 8,
      "jobs.list": 4,
      "jobs.retry": 7,
      "members.createResetLink": 13,
      "members.list": 6,
      "members.remove": 11,
      "members.update": 14,
      "openapi.document": 0,
      "operating.changeQuotas": 8,
      "operating.dropJob": 7,
      "operating.retryJob": 7,
      "operating.state": 8,
      "pages.ancestors": 4,
      "pages.byPath": 3,
      "pages.list": 2,
      "pages.move": 26,
      "people.change": 11,
      "people.createResetLink": 12,
      "people.delete": 39,
      "people.deletion": 27,
      "people.list": 4,
      "people.resetTwoFactor": 15,
      "people.signOut": 13,
      "previewLinks.create": 9,
      "previewLinks.identify": 1,
      "previewLinks.list": 4,
      "previewLinks.revoke": 9,
      "projects.checkPage": 3,
      "projects.create": 12,
      "projects.delete": 19,
      "projects.deletion": 4,
      "projects.get": 3,
      "projects.list": 4,
      "projects.update": 9,
      "projects.usage": 6,
      "schema.diff": 3,
      "schema.getActive": 2,
      "schema.getVersion": 2,
      "schema.listVersions": 2,
      "schema.sync": 9,
      "snapshots.diff": 6,
      "snapshots.latest": 1,
      "snapshots.list": 4,
      "snapshots.redirectToFile": 1,
      "snapshots.restore": 27,
      "start.get": 5,
      "start.problems": 5,
      "storage.get": 2,
      "targets.create": 10,
      "targets.delete": 9,
      "targets.get": 4,
      "targets.list": 4,
      "targets.resume": 14,
      "targets.test": 14,
      "targets.update": 10,
      "tokens.create": 10,
      "tokens.identify": 1,
      "tokens.list": 4,
      "tokens.revoke": 13,
      "tokens.rotate": 16,
      "translationRuns.cancel": 7,
      "translationRuns.get": 2,
      "translationRuns.list": 2,
      "translationRuns.listEntries": 3,
      "translationRuns.start": 10,
      "translationRuns.undo": 8,
      "translations.changeGlossary": 7,
      "translations.changeService": 6,
      "translations.confirm": 7,
      "translations.confirmMany": 7,
      "translations.export": 3,
      "translations.getGlossary": 2,
      "translations.getService": 2,
      "translations.import": 7,
      "translations.translate": 6,
      "views.create": 8,
      "views.delete": 7,
      "views.list": 2,
      "views.update": 7,
      "webhookDeliveries.get": 4,
      "webhookDeliveries.list": 5,
      "webhookDeliveries.redeliver": 11,
      "webhookDeliveries.redeliverRange": 14,
      "webhooks.create": 10,
      "webhooks.delete": 9,
      "webhooks.get": 4,
      "webhooks.list": 4,
      "webhooks.rotateSecret": 10,
      "webhooks.test": 9,
      "webhooks.update": 10,
    }
  `);
});

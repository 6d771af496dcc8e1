import type { ApiAnswer, LooseBody } from '@stele/testing/api-client';
import { beforeAll, expect, it } from 'vitest';
import { compileRoutes } from '../../src/api/rest/routes.ts';
import { appRouter } from '../../src/server/registry.ts';
import { DeliveryProject, NETLIFY_HOOK } from '../support/delivery-project.ts';
import { PictureProject } from '../support/picture-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';

let app: TestApp;
let made: DeliveryProject;
/** Live pages of a tree. */
const sections: string[] = [];

beforeAll(async () => {
  app = await sharedTestApp();
  made = await DeliveryProject.make(app);
  await made.target();
  const { schema, version } = (await made.site.api.get(`${made.path}/schema`)).body;
  const tree = { key: 'sections', tree: true, fields: [{ key: 'slug', type: 'slug' }] };
  const withTree = { ...schema, collections: [...schema.collections, tree] };
  await made.site.api.post(`${made.path}/schema/sync`, { schema: withTree, base_version: version });
  for (const slug of ['one', 'two']) {
    sections.push(await made.site.create({ en: { slug } }, 'sections'));
    expect((await made.site.publish(sections.at(-1) ?? '')).status).toBe(200);
  }
});

/** Operations that change published content, each by its key, on a project with two live pages. */
const CHANGES: Record<string, (pages: readonly string[], before: string) => Promise<ApiAnswer<LooseBody>>> = {
  'entries.publish': async () => made.site.publish(await made.site.create({ en: { title: 'new' } }, 'pages')),
  'entries.unpublish': ([page]) => made.site.api.post(`${made.site.entries}/${page}/unpublish`, { locales: ['en'] }),
  'entries.undoPublish': async ([page]) => {
    const { body } = await made.site.api.get(`${made.site.entries}/${page}`);
    return made.site.api.post(`${made.site.entries}/${page}/undo-publish`, { version: body.version });
  },
  'entries.republish': ([page]) => made.site.api.post(`${made.site.entries}/${page}/republish`, {}),
  'entries.delete': ([page]) => made.site.api.delete(`${made.site.entries}/${page}`),
  'entries.bulk': (pages) => made.site.api.post(`${made.site.entries}/bulk`, { action: 'unpublish', entry_ids: pages }),
  'entries.saveByExternalId': async () => {
    const place = `${made.site.entries}/by-external-id/pages/one`;
    await made.site.api.put(place, { values: { en: { title: 'first' } } });
    return made.site.api.put(place, { values: { en: { title: 'new' } }, publish: true });
  },
  'imports.entries': () => {
    const line = { collection_key: 'pages', external_id: 'new', values: { en: { title: 'new' } }, publish: true };
    return made.site.api.post(`${made.site.entries}/import`, { entries: [line] });
  },
  'entries.order': ([first, second]) =>
    made.site.api
      .post(`${made.site.entries}/order`, { collection_key: 'pages', entry_ids: [second], after: null })
      .then((answer) => (first === undefined ? Promise.reject(new Error('there is no page')) : answer)),
  'pages.move': () => made.site.api.post(`${made.path}/pages/${sections[1]}/move`, { parent: sections[0] }),
  'schema.sync': async () => {
    const { body } = await made.site.api.get(`${made.path}/schema`);
    const schema = structuredClone(body.schema);
    schema.collections.push({ ...structuredClone(schema.collections[1]), key: `more_${body.version}`, label: 'More' });
    return made.site.api.post(`${made.path}/schema/sync`, { schema, base_version: body.version });
  },
  'snapshots.restore': (_pages, before) => made.owner.post(`${made.path}/snapshots/${before}/restore`, {}),
};

/** Operations that change published content a little later: a job renders the entries that show an asset. */
const LATER = [
  ...['assetVersions.restore', 'assets.bulk', 'assets.complete', 'assets.crop', 'assets.resetCrop', 'assets.update'],
];

/** Operations that change no published content, whatever their input. */
const OTHERS = [
  ...['assets.copy', 'assets.delete', 'assets.renewUploadUrls', 'assets.replace', 'assets.restore', 'assets.upload'],
  ...['comments.create', 'comments.delete', 'comments.reopen', 'comments.resolve', 'comments.update', 'inbox.markRead'],
  ...['assets.uploadFromUrl', 'builds.report', 'entries.create', 'entries.duplicate', 'entries.restore'],
  ...[
    'entries.announcePresence',
    'entries.patchDraft',
    'entries.validate',
    'entries.restoreVersion',
    'entries.saveDraft',
    'entries.updateReview',
    'entries.updateReviews',
    'folders.create',
    'folders.delete',
    'folders.update',
  ],
  ...[
    'archives.change',
    'instance.setUp',
    'operating.changeQuotas',
    'people.change',
    'people.createResetLink',
    'people.delete',
    'people.resetTwoFactor',
    'people.signOut',
    'invitations.accept',
    'invitations.create',
    'invitations.preview',
    'invitations.revoke',
    'jobs.retry',
    'operating.dropJob',
    'operating.retryJob',
  ],
  ...[
    'members.createResetLink',
    'members.remove',
    'members.update',
    'previewLinks.create',
    'previewLinks.revoke',
    'projects.create',
    'projects.delete',
    'projects.update',
    'schema.diff',
    'targets.create',
  ],
  ...['targets.delete', 'targets.resume', 'targets.test', 'targets.update', 'tokens.create', 'tokens.revoke'],
  ...[
    'tokens.rotate',
    'translationRuns.cancel',
    'translationRuns.start',
    'translationRuns.undo',
    'translations.changeGlossary',
    'translations.changeService',
    'translations.confirm',
    'translations.confirmMany',
    'translations.import',
    'translations.translate',
    'views.create',
    'views.delete',
    'views.update',
    'webhookDeliveries.redeliver',
    'webhookDeliveries.redeliverRange',
    'webhooks.create',
  ],
  ...['webhooks.delete', 'webhooks.rotateSecret', 'webhooks.test', 'webhooks.update'],
];

it('every operation that writes either changes published content, or is known not to', () => {
  const writing = compileRoutes(appRouter).filter(({ operation }) => operation.method !== 'GET');
  expect(writing.map(({ key }) => key).sort()).toEqual([...Object.keys(CHANGES), ...LATER, ...OTHERS].sort());
});

for (const [operation, change] of Object.entries(CHANGES)) {
  it(`${operation} leads to a deployment of what it made live`, async () => {
    const pages = [];
    for (const title of ['one', 'two']) {
      const page = await made.site.create({ en: { title } }, 'pages');
      expect((await made.site.publish(page)).status).toBe(200);
      pages.push(page);
    }
    if (operation === 'entries.republish') await made.site.api.delete(`${made.site.entries}/${pages[0]}`);
    const history = (await made.owner.get(`${made.path}/snapshots?limit=2`)).body.data;
    const [newest] = await made.deployments();
    const answer = await change(pages, history[1].snapshot_id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const live = (await made.owner.get(`${made.path}/snapshots?limit=1`)).body.data[0];
    expect(live.sequence).toBeGreaterThan(newest.sequence);
    const [deployment, before] = await made.deployments();
    expect(deployment).toMatchObject({
      status: 'queued',
      snapshot_id: live.snapshot_id,
      sequence: live.sequence,
      reason: live.changes[0].reason,
    });
    expect(before).toMatchObject({ id: newest.id, status: 'superseded' });
  });
}

it('a change of an asset that is live leads to one deployment, once its job has shown it', async () => {
  const site = await PictureProject.make(app);
  const { api: owner } = await app.person({ projectId: site.project.id, role: 'owner' });
  const target = { name: 'Website', kind: 'netlify', config: { hook_url: NETLIFY_HOOK } };
  expect((await owner.post(`${site.here}/deploy-targets`, target)).status).toBe(201);
  const assets = [await site.asset(), await site.asset()];
  for (const hero of assets) await site.live({ en: { title: 'one', hero } });
  const deployments = async () => (await owner.get(`${site.here}/deployments`)).body.data;
  const before = (await deployments()).length;
  const patch = { alt_text: { en: 'A ship' } };
  await site.api.post(`${site.here}/assets/bulk`, { action: 'patch', asset_ids: assets, patch });
  await site.api.patch(`${site.here}/assets/${assets[0]}`, { decorative: true });
  await app.services.jobs.drain({ kinds: ['rerender-assets'] });
  const after = await deployments();
  expect(after).toHaveLength(before + 1);
  expect(after[0]).toMatchObject({ status: 'queued', reason: 'asset' });
});

it('what changes nothing that is published leads to none', async () => {
  const page = await made.site.create({ en: { title: 'draft' } }, 'pages');
  await made.site.publish(page);
  const count = (await made.deployments()).length;
  expect((await made.site.publish(page)).body.unchanged).toBe(true);
  await made.site.create({ en: { title: 'another draft' } }, 'pages');
  expect(await made.deployments()).toHaveLength(count);
});

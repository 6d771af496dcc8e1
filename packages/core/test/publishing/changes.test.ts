import { collection, defineConfig, image, slug, text } from '@stele/schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_RIGHTS } from '../../src/access/permissions.ts';
import { SYSTEM } from '../../src/platform/actor.ts';
import { type Change, changeDataSchema } from '../../src/publishing/changes/change.ts';
import { DeliveryProject } from '../support/delivery-project.ts';
import { checkLive } from '../support/live-state.ts';
import { PictureProject } from '../support/picture-project.ts';
import { sharedTestApp } from '../support/shared-test-app.ts';
import type { TestApp } from '../support/test-app.ts';
import { WebhookProject } from '../support/webhook-project.ts';

const { schema } = defineConfig({
  collections: [
    collection({
      key: 'posts',
      title: 'title',
      order: 'manual',
      fields: { title: text({ localized: true }), slug: slug(), hero: image({ localized: true }) },
    }),
  ],
});
let app: TestApp;

beforeAll(async () => {
  app = await sharedTestApp();
});

async function makeSite(): Promise<PictureProject> {
  const site = await PictureProject.make(app);
  const { confirm_token } = (await site.api.post(`${site.here}/schema/diff`, { schema })).body;
  await site.push(schema, { confirm_token });
  return site;
}

/** Makes what a change of a kind needs, the same in every project. @returns the change, with the project's own ids */
const CHANGES: { readonly [Kind in Change['kind']]: (site: PictureProject) => Promise<Change> } = {
  publish: async (site) => {
    const a = await site.create({ en: { title: 'a' }, de: { title: 'a' } });
    const b = await site.create({ en: { title: 'b' } });
    const entries = [
      { id: a, locales: ['de'], base_version: 1 },
      { id: b, locales: null, base_version: null },
    ];
    return { kind: 'publish', entries, imported: true, partial: false };
  },
  unpublish: async (site) => {
    const id = await site.live({ en: { title: 'a' } });
    return { kind: 'unpublish', entries: [{ id, locales: null }], partial: false };
  },
  republish: async (site) => {
    const id = await site.live({ en: { title: 'a' } });
    await site.api.delete(`${site.here}/entries/${id}`);
    return { kind: 'republish', entries: [{ id, locales: ['en'] }], partial: false };
  },
  undo_publish: async (site) => {
    const id = await site.live({ en: { title: 'a' } });
    await site.save(id, { en: { title: 'changed' } });
    const { version } = (await site.publish(id)).body;
    return { kind: 'undo_publish', entries: [{ id, version }], partial: false };
  },
  trash: async (site) => {
    const id = await site.live({ en: { title: 'a' } });
    return { kind: 'trash', entries: [{ id }, { id: 'ent_unknown' }], partial: true };
  },
  restore: async (site) => {
    const taken = { en: { title: 'a', slug: 'taken' } };
    const ids = [await site.create(taken)];
    await site.api.delete(`${site.here}/entries/${ids[0]}`);
    ids.push(await site.create(taken));
    await site.api.delete(`${site.here}/entries/${ids[1]}`);
    await site.create(taken);
    return { kind: 'restore', entries: ids.map((id) => ({ id })), partial: false };
  },
  order: async (site) => {
    const after = await site.live({ en: { title: 'a' } });
    const moved = await site.live({ en: { title: 'b' } });
    await site.live({ en: { title: 'c' } });
    return { kind: 'order', collection_key: 'posts', entries: [{ id: moved }], after };
  },
  rerender: async (site) => {
    const asset = await site.asset({ altText: { en: 'before' } });
    await site.live({ en: { title: 'a', hero: asset } });
    await site.api.patch(`${site.here}/assets/${asset}`, { alt_text: { en: 'after' } });
    return { kind: 'rerender', asset_ids: [asset] };
  },
  repath: async (site) => {
    const id = await site.live({ en: { title: 'a' } });
    return { kind: 'repath', entry_ids: [id, 'ent_unknown'] };
  },
};

/** Carries a change out. @returns the outcome, its entries and the site, without ids and times */
async function carryOut(site: PictureProject, change: Change) {
  const outcome = await app.services.publisher.submit({
    projectId: site.project.id,
    change,
    actor: SYSTEM,
    rights: ALL_RIGHTS,
    requestId: 'req',
    idempotency: null,
    answer: ({ changed, refused, warnings, publishedAt }) => ({
      changed: [...changed.values()],
      refused: [...refused.values()].map(({ errorCode }) => errorCode),
      warnings: warnings.map(({ code, path }) => ({ code, path })),
      isPublished: publishedAt !== null,
    }),
  });
  const { body } = await site.api.get(`${site.here}/entries?collection=posts&sort=position`);
  const { files } = await checkLive(app.database, app.storage, site.project.id);
  return {
    outcome,
    entries: body.data.map(({ title, status, version }: { title: string; status: string; version: number }) => ({
      title,
      status,
      version,
    })),
    live: Object.entries(files).map(([file, entries]) => [
      file,
      entries.map(({ values, version }) => ({ title: values.title, alt: Object(values.hero).alt, version })),
    ]),
  };
}

describe('a change of published content', () => {
  it.each(Object.keys(CHANGES) as Change['kind'][])(
    'does the same once it was written as JSON and read back: %s',
    async (kind) => {
      const [site, other] = [await makeSite(), await makeSite()];
      const done = await carryOut(site, await CHANGES[kind](site));
      const read = changeDataSchema.parse(JSON.parse(JSON.stringify(await CHANGES[kind](other))));
      expect(await carryOut(other, read)).toEqual(done);
      // Pages are where the schema says already, as it says nothing.
      expect(done.outcome.changed.length > 0).toBe(kind !== 'repath');
    },
  );

  it('gives each of several entries that come back from the trash a free value', async () => {
    const site = await makeSite();
    const { outcome } = await carryOut(site, await CHANGES.restore(site));
    expect(outcome.warnings.map(({ code }) => code)).toEqual(['entry.value_replaced', 'entry.value_replaced']);
    const { rows } = await app.database.pool.query(
      "SELECT value FROM unique_values WHERE project_id = $1 AND field = 'slug' ORDER BY value",
      [site.project.id],
    );
    expect(rows.map(({ value }) => value)).toEqual(['taken', 'taken-2', 'taken-3']);
  });
});

describe('what follows once content has changed', () => {
  async function wakesOf(work: () => Promise<unknown>): Promise<number> {
    const { jobs } = app.services;
    const wake = jobs.wake;
    let woken = 0;
    jobs.wake = () => {
      woken++;
    };
    await work().finally(() => {
      jobs.wake = wake;
    });
    return woken;
  }

  it('is looked for at once: after a push and a restoration', async () => {
    const site = await makeSite();
    await site.live({ en: { title: 'a' } });
    const snapshot = (await site.api.get(`${site.here}/snapshot/latest`)).body.snapshot_id;
    const pages = collection({ key: 'pages', fields: { title: text() } });
    const more = defineConfig({ collections: [pages] }).schema.collections;
    expect(await wakesOf(() => site.push({ ...schema, collections: [...schema.collections, ...more] }))).toBe(1);
    const { api } = await app.person({ projectId: site.project.id, role: 'owner' });
    expect(await wakesOf(() => api.post(`${site.here}/snapshots/${snapshot}/restore`))).toBe(1);
  });

  it('is looked for after a publish or a deletion only if that asked for a job', async () => {
    const site = await makeSite();
    const [entry, draft] = [await site.create({ en: { title: 'a' } }), await site.create({ en: { title: 'b' } })];
    expect(await wakesOf(() => site.publish(entry))).toBe(0);
    expect(await wakesOf(() => site.api.delete(`${site.here}/entries/${draft}`))).toBe(0);
    const built = await DeliveryProject.make(app);
    await built.target();
    expect(await wakesOf(() => built.publish())).toBe(1);
  });

  it('is looked for with a webhook, once the mirrors name what was published', async () => {
    const webhooks = await WebhookProject.make(app);
    await webhooks.create({ url: 'https://example.com/hook' });
    const { site } = webhooks;
    const { mirrors } = app.services;
    const update = mirrors.update.bind(mirrors);
    let mirrored = 0;
    mirrors.update = async (...given) => {
      expect(await wakesOf(() => update(...given))).toBe(0);
      mirrored++;
    };
    expect(await wakesOf(async () => site.publish(await site.create({ en: { title: 'a' } })))).toBe(1);
    mirrors.update = update;
    expect(mirrored).toBe(1);
  });
});

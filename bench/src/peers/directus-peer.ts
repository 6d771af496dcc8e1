import { randomUUID } from 'node:crypto';
import type { Later } from '../clean-up.ts';
import { SEARCHED } from '../usual/site.ts';
import { PeerClient } from './client.ts';
import { makeDirectusTables } from './directus-tables.ts';
import { InstalledApp } from './installed-app.ts';
import type { Peer, Work } from './peer.ts';
import { type NewPost, PeerPosts, type Texts } from './posts.ts';

/** The version that is measured. */
const DIRECTUS = 'directus@12.4.0';
/** Fields of a whole post. */
const WHOLE = 'fields=*,translations.*,related.related_id';

interface Answer<Data> {
  readonly data: Data;
}

/** Directus 12, on the Node 24 that its folder installs, for it needs at least 22. It has no drafts: a save changes the post. */
export async function startDirectus(databaseUrl: string, count: number, later: Later): Promise<Peer> {
  const token = randomUUID();
  const env = {
    DB_CLIENT: 'pg',
    SECRET: randomUUID(),
    ADMIN_EMAIL: 'bench@example.org',
    ADMIN_PASSWORD: randomUUID(),
    ADMIN_TOKEN: token,
    HOST: '127.0.0.1',
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    NO_UPDATE_NOTIFIER: '1',
  };
  const app = await InstalledApp.install('directus-app', { databaseUrl, env, urlName: 'DB_CONNECTION_STRING' }, later);
  // The scripts of its dependencies load binaries that aren't used here.
  await app.run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', DIRECTUS);
  const cli = ['node', 'node_modules/directus/cli.js'] as const;
  await app.run(...cli, 'bootstrap');
  const command = () => [...cli, 'start'] as const;
  const headers = { authorization: `Bearer ${token}` };
  const { url, stop } = await app.start(command, { path: '/server/ping' });
  later(stop);
  const client = new PeerClient(url, headers);
  later(async () => client.close());
  await makeDirectusTables(client);

  const send = async (method: string, address: string, item: unknown): Promise<number> =>
    (await client.send<Answer<{ id: number }>>(method, address, item)).data.id;
  const create = ({ shared, en, de, state }: NewPost<number>): Promise<number> =>
    send('POST', '/items/posts', {
      ...shared,
      related: shared.related.map((related_id) => ({ related_id })),
      status: state,
      translations: [
        { ...en, languages_code: 'en' },
        { ...de, languages_code: 'de' },
      ],
    });
  const posts = await PeerPosts.fill(count, (name) => send('POST', '/items/authors', { name }), create);
  const edit = async (status: string) => {
    const address = `/items/posts/${posts.any()}`;
    const { data } = await client.send<Answer<{ translations: { id: number; languages_code: string }[] }>>(
      'GET',
      `${address}?${WHOLE}`,
    );
    const english = data.translations.find(({ languages_code }) => languages_code === 'en');
    const update = [{ id: english?.id, title: `Edited ${randomUUID()}` }];
    return {
      address,
      save: () => send('PATCH', address, { status, translations: { create: [], update, delete: [] } }),
    };
  };
  const query = new URLSearchParams({
    limit: '50',
    sort: '-day',
    fields: '*,translations.*',
    filter: JSON.stringify({
      status: { _eq: 'published' },
      _or: ['title', 'body'].map((field) => ({ translations: { [field]: { _contains: SEARCHED } } })),
    }),
  });
  const works: Readonly<Record<Work, () => Promise<() => Promise<unknown>>>> = {
    create: async () => () => posts.create('draft'),
    save: async () => (await edit('published')).save,
    publish: async () => {
      const { address, save } = await edit('draft');
      await save();
      return () => send('PATCH', address, { status: 'published' });
    },
    'read one': async () => () => client.send('GET', `/items/posts/${posts.any()}?${WHOLE}`),
    'list, with filter and search': async () => () => client.send('GET', `/items/posts?${query}`),
  };
  return {
    name: 'Directus',
    prepare: (work) => works[work](),
    createAndPublish: () => posts.create('published'),
    async readSite() {
      const { data } = await client.send<Answer<{ translations: Texts[] }[]>>(
        'GET',
        `/items/posts?limit=-1&${WHOLE}&filter[status][_eq]=published`,
      );
      return data.flatMap(({ translations }) => translations).filter(({ title, body }) => title && body).length;
    },
    async coldStart() {
      const again = await app.start(command, { path: '/items/posts?limit=1', headers });
      await again.stop();
      return again;
    },
  };
}

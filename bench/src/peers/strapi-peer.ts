import { randomUUID } from 'node:crypto';
import type { Later } from '../clean-up.ts';
import { SEARCHED } from '../usual/site.ts';
import { PeerClient } from './client.ts';
import { InstalledApp } from './installed-app.ts';
import type { Peer, Work } from './peer.ts';
import { type NewPost, PeerPosts, type Texts } from './posts.ts';

/** Posts in one answer; the app's `config/api.js` allows so many. */
const PAGE = 1000;

interface Answer<Data> {
  readonly data: Data;
}

/** Strapi 5 without its web interface. */
export async function startStrapi(databaseUrl: string, count: number, later: Later): Promise<Peer> {
  const token = randomUUID();
  const env = { BENCH_TOKEN: token, STRAPI_TELEMETRY_DISABLED: 'true' };
  const app = await InstalledApp.install('strapi-app', { databaseUrl, env }, later);
  const command = () => ['node', 'node_modules/@strapi/strapi/bin/strapi.js', 'start'] as const;
  const authorization = `Bearer ${token}`;
  const probe = { path: '/api/posts?pagination[pageSize]=1', headers: { authorization } };
  const { url, stop } = await app.start(command, probe);
  later(stop);
  const client = new PeerClient(url, { authorization });
  later(async () => client.close());

  const send = async (method: string, address: string, data: unknown): Promise<string> =>
    (await client.send<Answer<{ documentId: string }>>(method, address, { data })).data.documentId;
  const create = async ({ shared, en, de, state }: NewPost<string>): Promise<string> => {
    const id = await send('POST', `/api/posts?locale=en&status=${state}`, { ...shared, ...en });
    return send('PUT', `/api/posts/${id}?locale=de&status=${state}`, { ...shared, ...de });
  };
  const posts = await PeerPosts.fill(count, (name) => send('POST', '/api/authors', { name }), create);
  const edit = () => {
    const address = `/api/posts/${posts.any()}?locale=en`;
    return { address, save: () => send('PUT', `${address}&status=draft`, { title: `Edited ${randomUUID()}` }) };
  };
  const query = new URLSearchParams({
    'pagination[pageSize]': '50',
    locale: 'en',
    status: 'published',
    sort: 'day:desc',
    'filters[$or][0][title][$contains]': SEARCHED,
    'filters[$or][1][body][$contains]': SEARCHED,
  });
  const works: Readonly<Record<Work, () => Promise<() => Promise<unknown>>>> = {
    create: async () => () => posts.create('draft'),
    save: async () => edit().save,
    publish: async () => {
      const { address, save } = edit();
      await save();
      return () => send('PUT', `${address}&status=published`, {});
    },
    'read one': async () => {
      const address = `/api/posts?status=draft&locale=*&populate=*&filters[documentId][$eq]=${posts.any()}`;
      return () => client.send('GET', address);
    },
    'list, with filter and search': async () => () => client.send('GET', `/api/posts?${query}`),
  };
  return {
    name: 'Strapi',
    prepare: (work) => works[work](),
    createAndPublish: () => posts.create('published'),
    async readSite() {
      let read = 0;
      for (const locale of ['en', 'de']) {
        for (let page = 1, of = 1; page <= of; page++) {
          const pages = `pagination[page]=${page}&pagination[pageSize]=${PAGE}`;
          const { data, meta } = await client.send<Answer<Texts[]> & { meta: { pagination: { pageCount: number } } }>(
            'GET',
            `/api/posts?status=published&sort=documentId&populate=*&locale=${locale}&${pages}`,
          );
          of = meta.pagination.pageCount;
          read += data.filter(({ title, body }) => title && body).length;
        }
      }
      return read;
    },
    async coldStart() {
      const again = await app.start(command, probe);
      await again.stop();
      return again;
    },
  };
}

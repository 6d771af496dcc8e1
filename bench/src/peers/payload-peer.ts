import { randomUUID } from 'node:crypto';
import type { Later } from '../clean-up.ts';
import { SEARCHED } from '../usual/site.ts';
import { PeerClient } from './client.ts';
import { InstalledApp } from './installed-app.ts';
import type { Peer, Work } from './peer.ts';
import { type NewPost, PeerPosts, type Texts } from './posts.ts';

const PERSON = { email: 'bench@example.org', password: 'correct horse battery' };
const STARTED = { path: '/api/users/init' };

interface Doc {
  readonly id: number;
}

/** Payload 3, with its API in Next.js. */
export async function startPayload(databaseUrl: string, count: number, later: Later): Promise<Peer> {
  const app = await InstalledApp.install('payload-app', { databaseUrl, env: { NEXT_TELEMETRY_DISABLED: '1' } }, later);
  await app.run('npx', 'payload', 'migrate:create', 'posts');
  await app.run('npx', 'payload', 'migrate');
  await app.run('npx', 'next', 'build');
  const command = (port: number) =>
    ['node', 'node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', `${port}`] as const;
  const { url, stop } = await app.start(command, STARTED);
  later(stop);
  const authorization = await makeKey(url);
  const client = new PeerClient(url, { authorization });
  later(async () => client.close());

  const createAuthor = async (name: string) =>
    (await client.send<{ doc: Doc }>('POST', '/api/authors', { name })).doc.id;
  const create = async ({ shared, en, de, state }: NewPost<number>): Promise<number> => {
    const query = `depth=0&draft=${state === 'draft'}`;
    const first = { ...shared, _status: state, ...en };
    const { doc } = await client.send<{ doc: Doc }>('POST', `/api/posts?${query}&locale=en`, first);
    await client.send('PATCH', `/api/posts/${doc.id}?${query}&locale=de`, { ...de, _status: state });
    return doc.id;
  };
  const posts = await PeerPosts.fill(count, createAuthor, create);
  const anyPost = (): string => `/api/posts/${posts.any()}`;
  const edit = () => {
    const address = anyPost();
    const title = { title: `Edited ${randomUUID()}` };
    return { address, save: () => client.send('PATCH', `${address}?depth=0&locale=en&draft=true`, title) };
  };
  const query = new URLSearchParams({
    limit: '50',
    depth: '0',
    locale: 'en',
    draft: 'true',
    'where[and][0][_status][equals]': 'published',
    'where[and][1][or][0][title][like]': SEARCHED,
    'where[and][1][or][1][body][like]': SEARCHED,
  });
  const works: Readonly<Record<Work, () => Promise<() => Promise<unknown>>>> = {
    create: async () => () => posts.create('draft'),
    save: async () => edit().save,
    publish: async () => {
      const { address, save } = edit();
      await save();
      return () => client.send('PATCH', `${address}?depth=0&locale=en`, { _status: 'published' });
    },
    'read one': async () => () => client.send('GET', `${anyPost()}?depth=0&locale=all&draft=true`),
    'list, with filter and search': async () => () => client.send('GET', `/api/posts?${query}`),
  };
  return {
    name: 'Payload',
    prepare: (work) => works[work](),
    createAndPublish: () => posts.create('published'),
    async readSite() {
      type Localized = Readonly<Record<keyof Texts, Readonly<Record<string, string>>>>;
      const { docs } = await client.send<{ docs: Localized[] }>(
        'GET',
        '/api/posts?pagination=false&limit=0&depth=0&locale=all&where[_status][equals]=published',
      );
      return docs.reduce((read, { title, body }) => {
        const locales = ['en', 'de'].filter((locale) => title[locale] !== undefined && body[locale] !== undefined);
        return read + locales.length;
      }, 0);
    },
    async coldStart() {
      const again = await app.start(command, { path: '/api/posts?limit=1&depth=0', headers: { authorization } });
      await again.stop();
      return again;
    },
  };
}

/** Makes the first user with an API key. @returns the header field that carries it */
async function makeKey(url: string): Promise<string> {
  const guest = new PeerClient(url, {});
  const { token, user } = await guest.send<{ token: string; user: Doc }>('POST', '/api/users/first-register', PERSON);
  guest.close();
  const owner = new PeerClient(url, { authorization: `JWT ${token}` });
  const apiKey = randomUUID();
  await owner.send('PATCH', `/api/users/${user.id}`, { enableAPIKey: true, apiKey });
  owner.close();
  return `users API-Key ${apiKey}`;
}

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '@stele/testing/free-ports';
import { type Later, newFolder } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { startProgram } from '../start/started-program.ts';
import { postOf, SEARCHED } from '../usual/site.ts';
import { PeerClient } from './client.ts';
import type { Peer, Work } from './peer.ts';

const APP = path.join(import.meta.dirname, 'payload-app');
const AUTHORS = 20;
const AT_ONCE = 8;
const PERSON = { email: 'bench@example.org', password: 'correct horse battery' };

interface Doc {
  readonly id: number;
}

/** Payload 3 as it's run in production, on PostgreSQL: installed from npm into a folder that is removed in the end. */
export async function startPayload(databaseUrl: string, posts: number, later: Later): Promise<Peer> {
  const folder = await newFolder(later);
  await cp(APP, folder, { recursive: true });
  const database = await createDatabase(databaseUrl, later);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATABASE_URL: database.url,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, args, { cwd: folder, env, maxBuffer: 2 ** 26 });
  await run('npm', 'install', '--no-audit', '--no-fund', '--include=dev');
  await run('npx', 'payload', 'migrate:create', 'posts');
  await run('npx', 'payload', 'migrate');
  await run('npx', 'next', 'build');

  const start = async (probe: { path: string; headers?: Readonly<Record<string, string>> }) => {
    const [port = 0] = await freePorts(1);
    const url = `http://127.0.0.1:${port}`;
    const command = ['node', 'node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', `${port}`] as const;
    const probed = { ...probe, url: `${url}${probe.path}` };
    return { url, ...(await startProgram({ command, folder, env, probe: probed })) };
  };
  const { url, stop } = await start({ path: '/api/users/init' });
  later(stop);
  const authorization = await makeKey(url);
  const client = new PeerClient(url, { authorization });
  later(async () => client.close());

  const authorIds: number[] = [];
  for (let n = 0; n < AUTHORS; n++) {
    const { doc } = await client.send<{ doc: Doc }>('POST', '/api/authors', { name: `Author ${n}` });
    authorIds.push(doc.id);
  }
  const ids: number[] = [];
  const create = async (number: number, status: 'draft' | 'published'): Promise<number> => {
    const { en, de } = postOf(number, []);
    const shared = { day: en.day, author: authorIds[number % AUTHORS], related: ids.slice(0, 3), _status: status };
    const draft = status === 'draft';
    const { doc } = await client.send<{ doc: Doc }>('POST', `/api/posts?depth=0&locale=en&draft=${draft}`, {
      ...shared,
      ...textsOf(en),
    });
    const other = { ...textsOf(de), _status: status };
    await client.send('PATCH', `/api/posts/${doc.id}?depth=0&locale=de&draft=${draft}`, other);
    return doc.id;
  };
  let made = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (made < posts) ids.push(await create(made++, 'published'));
    }),
  );

  let next = 1_000_000;
  let chosen = 0;
  const anyPost = (): string => `/api/posts/${ids[(chosen++ * 7919) % posts]}`;
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
    create: async () => () => create(next++, 'draft'),
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
    createAndPublish: () => create(next++, 'published'),
    async readSite() {
      type Texts = Readonly<Record<string, string>>;
      const { docs } = await client.send<{ docs: { title: Texts; body: Texts }[] }>(
        'GET',
        '/api/posts?pagination=false&limit=0&depth=0&locale=all&where[_status][equals]=published',
      );
      return docs.reduce((read, { title, body }) => {
        const locales = ['en', 'de'].filter((locale) => title[locale] !== undefined && body[locale] !== undefined);
        return read + locales.length;
      }, 0);
    },
    async coldStart() {
      const {
        stop: stopAgain,
        ms,
        mebibytes,
      } = await start({
        path: '/api/posts?limit=1&depth=0',
        headers: { authorization },
      });
      await stopAgain();
      return { ms, mebibytes };
    },
  };
}

function textsOf({ title, slug, body }: { title: string; slug: string; body: string }) {
  return { title, slug, body };
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

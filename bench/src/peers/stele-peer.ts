import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { newLog, startContentHost } from '@stele/content';
import { createLoader } from '@stele/loader';
import { freePorts } from '@stele/testing/free-ports';
import { type Later, newFolder } from '../clean-up.ts';
import { startBuiltApi } from '../start/api-start.ts';
import { UsualProject } from '../usual/project.ts';
import { SEARCHED } from '../usual/site.ts';
import { PeerClient } from './client.ts';
import type { Peer, Work } from './peer.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const LOCALES = ['en', 'de'] as const;

/** Stele with its API and content host, on PostgreSQL and a disk. */
export async function startStele(databaseUrl: string, posts: number, later: Later): Promise<Peer> {
  const directory = await newFolder(later);
  const [port = 0] = await freePorts(1);
  const contentUrl = `http://127.0.0.1:${port}`;
  const project = await UsualProject.start({ databaseUrl, posts, directory, contentUrl }, later);
  const { api } = project;
  const host = await startContentHost({ host: '127.0.0.1', port, storage: api.storage, log: newLog('error') });
  later(() => host.close(0));
  const authorization = `Bearer ${api.adminToken}`;
  const client = new PeerClient(api.url, { authorization });
  later(async () => client.close());

  const create = (): Promise<{ id: string }> => client.send('POST', project.entries, project.newPost());
  const publish = (address: string): Promise<unknown> =>
    client.send('POST', `${address}/publish`, { locales: LOCALES });
  const edit = async () => {
    const address = project.anyPost();
    const { values, version } = await client.send<{ values: { en: object }; version: number }>('GET', address);
    const draft = { values: { en: { ...values.en, title: `Edited ${randomUUID()}` } }, base_version: version };
    return { address, save: () => client.send('PUT', `${address}/draft`, draft) };
  };
  const query = `limit=50&collection=posts&status=published&search=${SEARCHED}`;
  const works: Readonly<Record<Work, () => Promise<() => Promise<unknown>>>> = {
    create: async () => create,
    save: async () => (await edit()).save,
    publish: async () => {
      const { address, save } = await edit();
      await save();
      return () => publish(address);
    },
    'read one': async () => () => client.send('GET', project.anyPost()),
    'list, with filter and search': async () => () => client.send('GET', `${project.entries}?${query}`),
  };
  return {
    name: 'Stele',
    prepare: (work) => works[work](),
    createAndPublish: async () => publish(`${project.entries}/${(await create()).id}`),
    async readSite() {
      const cache = await newFolder(later);
      const site = { url: api.url, contentUrl, projectId: api.projectId, token: api.readToken };
      const loader = createLoader({ ...site, cache, log: false });
      let read = 0;
      for (const locale of LOCALES) {
        for (const { values } of await loader.load('posts', { locale })) {
          if (values.title !== undefined && values.body !== undefined) read += 1;
        }
      }
      return read;
    },
    async coldStart() {
      const [apiPort = 0] = await freePorts(1);
      const { stop, ...start } = await startBuiltApi(ROOT, {
        databaseUrl: project.databaseUrl,
        dataDirectory: await newFolder(later),
        port: apiPort,
        probe: { path: `${project.entries}?limit=1`, headers: { authorization } },
      });
      await stop();
      return start;
    },
  };
}

import { randomUUID } from 'node:crypto';
import type { RawConnection } from '../api/raw-connection.ts';
import type { UsualProject } from './project.ts';
import { SEARCHED } from './site.ts';

/** Prepares a request, then measures it. @returns milliseconds */
export type Timed = (project: UsualProject, connection: RawConnection) => Promise<number>;

/** Requests that are measured one at a time. */
export const SINGLE: Readonly<Record<'create' | 'save' | 'publish' | 'read' | 'list', Timed>> = {
  create: (project, connection) => timed(() => create(project, connection)),
  save: async (project, connection) => {
    const { address, draft } = await edit(project, connection);
    return timed(() => connection.send('PUT', `${address}/draft`, draft));
  },
  publish: async (project, connection) => {
    const { address, draft } = await edit(project, connection);
    await connection.send('PUT', `${address}/draft`, draft);
    return timed(() => connection.send('POST', `${address}/publish`, { locales: ['en', 'de'] }));
  },
  read: (project, connection) => timed(() => connection.send('GET', project.anyPost())),
  list: (project, connection) => timed(() => list(project, connection)),
};

/** Requests that are measured eight at a time, and how many of each kind. */
export const AT_ONCE_KINDS = {
  creates: { count: 400, send: create },
  'creates, each published': { count: 240, send: createAndPublish },
  reads: { count: 800, send: (project: UsualProject, by: RawConnection) => by.send('GET', project.anyPost()) },
  lists: { count: 160, send: list },
} as const;

/** Requests per second, with each worker sending one after another. */
export async function rateOf(
  project: UsualProject,
  { count, send }: (typeof AT_ONCE_KINDS)[AtOnceKind],
): Promise<number> {
  let left = count;
  const ms = await timed(() =>
    Promise.all(
      project.connections.map(async (connection) => {
        while (left-- > 0) await send(project, connection);
      }),
    ),
  );
  return count / (ms / 1000);
}

/** A kind of request that is measured eight at a time. */
export type AtOnceKind = keyof typeof AT_ONCE_KINDS;

/** Publishes fifty posts at the same moment. @returns the time until all are live, and the number of snapshots */
export async function publishFifty(project: UsualProject): Promise<{ ms: number; snapshots: number }> {
  const { admin, owner, projectId } = project.api;
  const [first] = project.connections;
  if (!first) throw new Error('There is no connection.');
  const addresses: string[] = [];
  for (let n = 0; n < 50; n++) addresses.push(await create(project, first));
  const sequence = async (): Promise<number> => {
    const { data } = (await owner.get(`/v1/projects/${projectId}/snapshots?limit=1`)) as {
      data: { sequence: number }[];
    };
    return data[0]?.sequence ?? 0;
  };
  const before = await sequence();
  const ms = await timed(() =>
    Promise.all(addresses.map((address) => admin.post(`${address}/publish`, { locales: ['en', 'de'] }))),
  );
  return { ms, snapshots: (await sequence()) - before };
}

async function create(project: UsualProject, connection: RawConnection): Promise<string> {
  const answer = await connection.send(
    'POST',
    project.entries,
    project.newPost(),
    `idempotency-key: ${randomUUID()}\r\n`,
  );
  return `${project.entries}/${(JSON.parse(answer) as { id: string }).id}`;
}

async function createAndPublish(project: UsualProject, connection: RawConnection): Promise<string> {
  const address = await create(project, connection);
  return connection.send('POST', `${address}/publish`, { locales: ['en', 'de'] });
}

function list(project: UsualProject, connection: RawConnection): Promise<string> {
  return connection.send('GET', `${project.entries}?limit=50&collection=posts&status=published&search=${SEARCHED}`);
}

/** A post with another title. */
async function edit(project: UsualProject, connection: RawConnection) {
  const address = project.anyPost();
  const { values, version } = JSON.parse(await connection.send('GET', address)) as {
    values: { en: object };
    version: number;
  };
  const edited = { en: { ...values.en, title: `Edited ${randomUUID()}` } };
  return { address, draft: { values: edited, base_version: version } };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

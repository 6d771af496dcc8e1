import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '../api/client.ts';
import { RawConnection } from '../api/raw-connection.ts';
import type { UsualProject } from '../usual/project.ts';
import { SEARCHED } from '../usual/site.ts';
import { Recorder } from './recorder.ts';

const CLIENTS = 400;
const SECONDS = 15;

/** Milliseconds of requests while one project sends more than the process can answer. */
export interface Overload {
  readonly refused: readonly number[];
  readonly other: readonly number[];
  readonly livez: readonly number[];
  readonly readyz: readonly number[];
}

/** Floods a project with lists. The clients wait as long as Retry-After says, and then ask again. */
export async function overload({ api, entries }: UsualProject): Promise<Overload> {
  const project = await api.owner.post('/v1/projects', { name: 'Another', locales: ['en'] });
  const { secret } = await api.owner.post(`/v1/projects/${project.id}/tokens`, { name: 'x', scope: 'admin' });
  const recorder = new Recorder();
  const end = performance.now() + SECONDS * 1000;
  const refused: number[] = [];
  const authorization = `Bearer ${api.adminToken}`;
  const flood = async (): Promise<void> => {
    const connection = new RawConnection(api.url, { authorization });
    while (performance.now() < end) {
      const began = performance.now();
      try {
        await connection.send('GET', `${entries}?limit=50&collection=posts&search=${SEARCHED}`);
      } catch (error) {
        if (!String(error).includes('HTTP/1.1 503')) throw error;
        refused.push(performance.now() - began);
        await wait(1_000);
      }
    }
    connection.close();
  };
  const client = new ApiClient(api.url, { authorization: `Bearer ${secret}` });
  const watch = async (kind: string, path: string): Promise<void> => {
    while (performance.now() < end) {
      await recorder.measure(kind, () => client.get(path));
      await wait(50);
    }
  };
  const watched = { other: `/v1/projects/${project.id}/entries`, livez: '/livez', readyz: '/readyz' };
  await Promise.all([
    ...Array.from({ length: CLIENTS }, flood),
    ...Object.entries(watched).map(([kind, path]) => watch(kind, path)),
  ]);
  const errors = [...recorder.kinds].flatMap(([kind, { errors }]) => errors.map((error) => `${kind}: ${error}`));
  if (errors.length > 0) throw new Error(`${errors.length} requests failed beside the flood: ${errors[0]}`);
  const timesOf = (kind: string): readonly number[] => recorder.kinds.get(kind)?.times ?? [];
  return { refused, other: timesOf('other'), livez: timesOf('livez'), readyz: timesOf('readyz') };
}

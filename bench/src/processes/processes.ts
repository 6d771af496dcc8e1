import { randomUUID } from 'node:crypto';
import type { ApiOptions, ApiReady, Counts } from '../api/api-protocol.ts';
import { RawConnection } from '../api/raw-connection.ts';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { Child } from '../child.ts';
import { type Later, withCleanUp } from '../clean-up.ts';
import { figure } from '../statistics.ts';
import { UsualProject } from '../usual/project.ts';

const POSTS = 2_000;
const REQUESTS = 200;
/** At a time, at each process. */
const CONNECTIONS = 4;

type Send = (project: UsualProject, by: RawConnection) => Promise<unknown>;

const KINDS: Readonly<Record<string, Send>> = {
  'a read': (project, by) => by.send('GET', project.anyPost()),
  'a list': (project, by) => by.send('GET', `${project.entries}?limit=50&collection=posts`),
  'a save': async (project, by) => {
    const address = project.anyPost();
    const { values, version } = JSON.parse(await by.send('GET', address));
    const edited = { en: { ...values.en, title: `Edited ${randomUUID()}` } };
    await by.send('PUT', `${address}/draft`, { values: edited, base_version: version });
  },
};

/** The gain from a second API process. With too few cores to run both, their processor time for each request shows it. */
export const processesBench: Bench = {
  name: 'processes',
  title: 'processor time of a request with one API process and with two on one database',
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const project = await UsualProject.start({ databaseUrl: databaseUrl ?? '', posts: POSTS }, later);
  const { api } = project;
  const database = { kind: 'postgres', url: project.databaseUrl } as const;
  const limits = ['entry.save_draft', 'entry.list'].map((name) => `${name}=100000000`).join();
  const options: ApiOptions = { database, storage: api.storage, limits, counting: false, allowsPrivateTargets: false };
  const { child, ready } = await Child.start<ApiReady>(new URL('../api/api-server.ts', import.meta.url), options);
  later(() => child.end());
  const connectTo = (url: string): RawConnection[] =>
    Array.from({ length: CONNECTIONS }, () => new RawConnection(url, { authorization: `Bearer ${api.adminToken}` }));
  const [first, second] = [connectTo(api.url), connectTo(ready.url)];
  later(async () => [...first, ...second].forEach((connection) => void connection.close()));
  /** @returns milliseconds of processor time for each request, of both processes */
  const costOf = async (send: Send, connections: readonly RawConnection[]): Promise<number> => {
    await Promise.all([api.take(), child.ask<Counts>({})]);
    let left = REQUESTS;
    const work = async (connection: RawConnection): Promise<void> => {
      while (left-- > 0) await send(project, connection);
    };
    await Promise.all(connections.map(work));
    const [one, other] = await Promise.all([api.take(), child.ask<Counts>({})]);
    return (one.cpuMs + other.cpuMs) / REQUESTS;
  };
  const figures: Figure[] = [];
  for (const [kind, send] of Object.entries(KINDS)) {
    await costOf(send, [...first, ...second]);
    const [alone, both]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await costOf(send, first));
      both.push(await costOf(send, [...first, ...second]));
    }
    say(`${kind}: measured`);
    figures.push(
      figure(`${kind}, one process`, 'ms', alone),
      figure(`${kind}, two processes`, 'ms', both),
      // 1.7 times the requests of one process take at most 2 / 1.7 times the processor time for each.
      figure(
        'as a multiple',
        '',
        both.map((ms, round) => ms / (alone[round] ?? ms)),
        { atMost: 2 / 1.7 },
      ),
    );
  }
  return figures;
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningApi, startApi } from '../api/api.ts';
import { ApiClient } from '../api/client.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { figure } from '../statistics.ts';
import { peakOf } from './peak.ts';

const GOAL = { atMost: 512 };
const ROUNDS = 3;
const ENTRIES = 60;
/** A locale's values, which almost reach the size limit, in fields of usual length. */
const FIELDS = 8_000;
const FIELD = 'A line of text, as long as people write them into the fields of a form. '.padEnd(110, '.');
const LISTS = 4;
const SLOW_READERS = 50;
/** How long they read nothing: less than the API's time limit. */
const STALL_MS = 10_000;

/** The memory of an API under many requests at once, on PostgreSQL. */
export const memoryBench: Bench = {
  name: 'memory',
  title: `memory of the API: ${LISTS} lists of entries of 1 MiB in two locales at once, ${SLOW_READERS} slow readers`,
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const directory = await newFolder(later);
  const own = await createDatabase(databaseUrl ?? '', later);
  const database = { kind: 'postgres', url: own.url } as const;
  const filled = await startApi({ database, directory });
  const options = { database, storage: filled.storage, limits: 'entry.list=100000000' };
  await fill(filled, say).finally(() => filled.stop());
  const idle: number[] = [];
  const lists: number[] = [];
  const readers: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    idle.push(await peakOf(options, async () => undefined));
    lists.push(await peakOf(options, (url) => readLists(url, filled)));
    readers.push(await peakOf(options, (url) => readSlowly(url, filled)));
    say(`round ${round} of ${ROUNDS}: ${[idle, lists, readers].map((list) => list.at(-1)?.toFixed(0)).join(', ')} MiB`);
  }
  return [
    figure('at rest', 'MiB', idle),
    figure(`${LISTS} lists at once`, 'MiB', lists, GOAL),
    figure(`${SLOW_READERS} slow readers`, 'MiB', readers, GOAL),
  ];
}

async function fill({ admin, projectId }: RunningApi, say: (text: string) => void): Promise<void> {
  say(`making ${ENTRIES} entries of 1 MiB in two locales, live`);
  const entries = `/v1/projects/${projectId}/entries`;
  for (let number = 0; number < ENTRIES; number++) {
    const values = Object.fromEntries(
      Array.from({ length: FIELDS }, (_, index) => [`f${index}`, `${number} ${FIELD}`]),
    );
    const body = { collection_key: 'posts', values: { en: values, de: values }, via: 'import' };
    const { id } = await admin.post(entries, body);
    await admin.post(`${entries}/${id}/publish`, { locales: ['en', 'de'], via: 'import' });
  }
}

/** Reads all pages of the list of entries with all values, several times at once. */
async function readLists(url: string, { projectId, adminToken }: RunningApi): Promise<void> {
  const client = new ApiClient(url, { authorization: `Bearer ${adminToken}` });
  const readList = async (): Promise<void> => {
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = `limit=100&include=values,live_values${cursor && `&cursor=${cursor}`}`;
      const page = await client.get(`/v1/projects/${projectId}/entries?${query}`);
      cursor = page.next_cursor as string | null;
    }
  };
  await Promise.all(Array.from({ length: LISTS }, readList));
}

/** Requests all drafts of a locale, many times at once, and reads nothing of the answers for a while. */
async function readSlowly(url: string, { projectId, adminToken }: RunningApi): Promise<void> {
  const sockets = await Promise.all(Array.from({ length: SLOW_READERS }, () => connected(url)));
  const head = `host: bench\r\nauthorization: Bearer ${adminToken}\r\n\r\n`;
  for (const socket of sockets) socket.write(`GET /v1/projects/${projectId}/drafts/posts.en.json HTTP/1.1\r\n${head}`);
  await wait(STALL_MS);
  for (const socket of sockets) socket.destroy();
}

async function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.pause();
  await once(socket, 'connect');
  return socket;
}

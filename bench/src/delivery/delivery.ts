import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { type RunningApi, startApi } from '../api/api.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { peakOf } from '../memory/peak.ts';
import { figure, percentile } from '../statistics.ts';
import { UsualProject } from '../usual/project.ts';

const ROUNDS = 3;
const PUBLISHES = 60;
const POSTS = 1_000;
const WEBHOOKS = 20;
const EVENTS = 100_000;
const PROJECTS = 5;
const STREAMS_A_PROJECT = 200;

/** Webhooks and event streams: their cost for a publish, how soon they deliver, and how much memory they hold. */
export const deliveryBench: Bench = {
  name: 'delivery',
  title: `publishing while ${EVENTS} events go to ${WEBHOOKS} webhooks; how soon a webhook is notified; 1,000 event streams`,
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure(context: BenchContext, later: Later): Promise<Figure[]> {
  return [...(await measureWebhooks(context, later)), ...(await measureStreams(context, later))];
}

/** A receiver that accepts everything, and notes the delay of each message after its event. */
async function startReceiver(later: Later): Promise<{ url: string; delays: number[]; count(): number }> {
  const delays: number[] = [];
  let count = 0;
  const server = createServer((request, response) => {
    const at = Date.now();
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      count += 1;
      if (request.url === '/timed') delays.push(at - Date.parse(JSON.parse(body).timestamp));
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  later(async () => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, delays, count: () => count };
}

async function measureWebhooks({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const receiver = await startReceiver(later);
  say(`filling a project with ${POSTS} posts`);
  const quiet: number[] = [];
  const busy: number[] = [];
  const ratios: number[] = [];
  const delays: number[] = [];
  const rates: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const project = await UsualProject.start(
      { databaseUrl: databaseUrl ?? '', posts: POSTS, allowsPrivateTargets: true },
      later,
    );
    const { api } = project;
    for (let n = 0; n < 15; n++) await publishOne(project);
    const alone = percentile(await publishMany(project), 0.95);
    const hooks = `/v1/projects/${api.projectId}/webhooks`;
    const timed = { name: 'Timed', url: `${receiver.url}/timed`, events: ['entry.published'] };
    const { id } = await api.owner.post(hooks, timed);
    receiver.delays.length = 0;
    await publishMany(project);
    await until(() => receiver.delays.length >= PUBLISHES);
    delays.push(percentile(receiver.delays, 0.95));
    await api.owner.send('DELETE', `${hooks}/${id}`);
    for (let n = 0; n < WEBHOOKS; n++) {
      await api.owner.post(hooks, { name: `${n}`, url: `${receiver.url}/${n}`, events: ['entry.published'] });
    }
    await writeEvents(project.databaseUrl, api.projectId);
    await until(() => receiver.count() > 0);
    const [before, start] = [receiver.count(), performance.now()];
    const beside = percentile(await publishMany(project), 0.95);
    rates.push(((receiver.count() - before) / (performance.now() - start)) * 1000);
    quiet.push(alone);
    busy.push(beside);
    ratios.push(beside / alone);
    say(
      `round ${round} of ${ROUNDS}: publish p95 ${alone.toFixed(1)} and ${beside.toFixed(1)} ms, notified after ${delays.at(-1)} ms`,
    );
    await api.stop();
  }
  return [
    figure('publish p95, no webhook', 'ms', quiet),
    figure(`publish p95, ${EVENTS} events on their way to ${WEBHOOKS} webhooks`, 'ms', busy),
    figure('as a multiple', '', ratios, { atMost: 1.1 }),
    figure('messages a second meanwhile', 'a second', rates),
    figure('from going live to the receiver, p95', 'ms', delays, { atMost: 1_000 }),
  ];
}

async function publishOne(project: UsualProject): Promise<number> {
  const [connection] = project.connections;
  if (!connection) throw new Error('There is no connection.');
  const { id } = JSON.parse(await connection.send('POST', project.entries, project.newPost()));
  const start = performance.now();
  await connection.send('POST', `${project.entries}/${id}/publish`, { locales: ['en', 'de'] });
  return performance.now() - start;
}

async function publishMany(project: UsualProject): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < PUBLISHES; n++) times.push(await publishOne(project));
  return times;
}

/** Writes events as publishing does: the database queues their webhooks. */
async function writeEvents(databaseUrl: string, projectId: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const data = { collection_key: 'posts', version: 1, locales: ['en'], actor: { type: 'system', id: 'x', name: 'x' } };
  await client.query(
    `INSERT INTO events (project_id, kind, subject_id, data, created_at)
      SELECT $1, 'entry.published', 'ent_' || n, $2::jsonb, now() FROM generate_series(1, $3::int) n`,
    [projectId, JSON.stringify(data), EVENTS],
  );
  await client.end();
}

async function measureStreams({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const directory = await newFolder(later);
  const own = await createDatabase(databaseUrl ?? '', later);
  const database = { kind: 'postgres', url: own.url } as const;
  const api = await startApi({ database, directory });
  const tokens = await projectTokens(api).finally(() => api.stop());
  const options = { database, storage: api.storage, limits: '' };
  const added: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const none = await peakOf(options, (url) => openStreams(url, tokens, 0));
    const many = await peakOf(options, (url) => openStreams(url, tokens, STREAMS_A_PROJECT));
    added.push(many - none);
    say(`round ${round} of ${ROUNDS}: ${none.toFixed(0)} MiB without streams, ${many.toFixed(0)} MiB with`);
  }
  return [figure(`memory of ${PROJECTS * STREAMS_A_PROJECT} event streams`, 'MiB', added, { atMost: 100 })];
}

interface ProjectToken {
  readonly projectId: string;
  readonly token: string;
}

async function projectTokens({ owner }: RunningApi): Promise<ProjectToken[]> {
  const tokens: ProjectToken[] = [];
  for (let n = 0; n < PROJECTS; n++) {
    const project = await owner.post('/v1/projects', { name: `P${n}`, locales: ['en'] });
    const made = await owner.post(`/v1/projects/${project.id}/tokens`, { name: 'admin', scope: 'admin' });
    tokens.push({ projectId: String(project.id), token: String(made.secret) });
  }
  return tokens;
}

/** Opens streams, and waits until each has reported an entry. */
async function openStreams(url: string, tokens: readonly ProjectToken[], each: number): Promise<void> {
  const abort = new AbortController();
  for (const { projectId, token } of tokens) {
    const headers = { authorization: `Bearer ${token}` };
    const firstReports: Promise<unknown>[] = [];
    for (let n = 0; n < each; n++) {
      const { body } = await fetch(`${url}/v1/projects/${projectId}/events`, { headers, signal: abort.signal });
      const reader = body?.getReader();
      await reader?.read();
      firstReports.push(reader?.read() ?? Promise.resolve());
    }
    await fetch(`${url}/v1/projects/${projectId}/assets/uploads`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ files: [{ filename: 'a.jpg', mime: 'image/jpeg', bytes: 1 }] }),
    });
    await Promise.all(firstReports);
  }
  abort.abort();
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50));
}

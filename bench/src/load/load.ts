import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { newLog, startContentHost } from '@stele/content';
import sharp from 'sharp';
import type { MemoryHeld } from '../api/api-protocol.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { figure, median, percentile } from '../statistics.ts';
import { UsualProject } from '../usual/project.ts';
import { receiveWebhooks, sendTraffic } from './mixed-traffic.ts';
import { overload } from './overload.ts';
import { drawTimes } from './picture.ts';
import { Recorder } from './recorder.ts';

const POSTS = 5_000;
const SECONDS = 600;
const SAMPLE_MS = 1_000;
/** The part of the samples at the beginning that don't count: caches fill. */
const WARM_UP = 0.15;
const MEBIBYTE = 1024 ** 2;

/** Everything at once, for ten minutes; then more than the process can answer. */
export const loadBench: Bench = {
  name: 'load',
  title: '50 editors, 20 builds, an import and webhooks at once for ten minutes; then a flood of one project',
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure(context: BenchContext, later: Later): Promise<Figure[]> {
  const { databaseUrl, say, seconds = SECONDS, pictureFile } = context;
  const directory = await newFolder(later);
  const storage = { driver: 'disk', directory: `${directory}/objects`, publicUrl: 'http://content.test' } as const;
  const signed = { ...storage, signingKey: 'k'.repeat(40) };
  const host = await startContentHost({ host: '127.0.0.1', port: 0, storage: signed, log: newLog('error') });
  later(() => host.close(0));
  const contentUrl = `http://127.0.0.1:${host.port}`;
  const place = { databaseUrl: databaseUrl ?? '', posts: POSTS, directory, contentUrl, allowsPrivateTargets: true };
  const project = await UsualProject.start(place, later);
  const told = await receiveWebhooks(project, later);
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const picture = { width: 1200, height: 800, channels: 3, background: '#369', noise } as const;
  const photo = await sharp({ create: picture }).jpeg().toBuffer();

  say(`mixed traffic for ${seconds} seconds`);
  const recorder = new Recorder();
  const memory: MemoryHeld[] = [];
  await project.api.take();
  const sampling = new AbortController();
  const sampled = sample(project, memory, sampling.signal);
  const end = performance.now() + seconds * 1000;
  const published = await sendTraffic({ project, contentUrl, recorder, end, seconds, photo });
  sampling.abort();
  await sampled;
  const cpu = (await project.api.take()).cpuMs;
  say('waiting for the webhooks');
  const isTold = (): boolean => told.every(({ size }) => size >= published);
  for (let n = 0; n < 600 && !isTold(); n++) await wait(100);

  say('a flood of one project');
  const flood = await overload(project);
  const title = `Mixed traffic for ${Math.round(seconds / 60)} minutes: 50 editors, 20 builds, an import, webhooks`;
  if (pictureFile !== undefined) await writeFile(pictureFile, drawTimes(recorder.kinds, title));
  const warm = memory.slice(Math.ceil(memory.length * WARM_UP));
  const third = Math.floor(warm.length / 3);
  const thirds = [warm.slice(0, third), warm.slice(-third)];
  const [first = 0, last = 0] = thirds.map((held) => Math.min(...held.map(({ used }) => used)) / MEBIBYTE);
  const resident = thirds.map((held) => median(held.map((sample) => sample.resident)) / MEBIBYTE);
  const sent = [...recorder.kinds.values()];
  const errors = sent.flatMap((kind) => kind.errors);
  for (const error of new Set(errors.map((text) => text.slice(0, 300)))) say(`error: ${error}`);
  const count = sent.reduce((sum, { times }) => sum + times.length, 0);
  return [
    figure('requests and builds', '', [count]),
    figure('errors', '', [errors.length], { atMost: 0 }),
    figure('refused by a limit', '', [sent.reduce((sum, { limited }) => sum + limited, 0)]),
    ...[...recorder.kinds].flatMap(([kind, { times }]) =>
      times.length === 0
        ? []
        : [0.5, 0.95, 0.99].map((part) =>
            figure(`${kind} (${times.length}), p${part * 100}`, 'ms', [percentile(times, part)]),
          ),
    ),
    figure('publishes that a webhook was not told', '', [Math.max(...told.map(({ size }) => published - size))], {
      atMost: 0,
    }),
    figure('memory of the API after collecting garbage, first third', 'MiB', [first]),
    figure('the same, last third', 'MiB', [last]),
    figure('last third by first third', '', [last / first], { atMost: 1.1 }),
    figure('memory of its process, first third', 'MiB', resident.slice(0, 1)),
    figure('the same, last third', 'MiB', resident.slice(1)),
    figure('processor of the API, of one core', '%', [cpu / seconds / 10]),
    figure('flood: refused requests', '', [flood.refused.length]),
    ...(flood.refused.length > 0
      ? [figure('flood: refusals p95', 'ms', [percentile(flood.refused, 0.95)], { atMost: 100 })]
      : []),
    figure('flood: another project lists, p95', 'ms', [percentile(flood.other, 0.95)]),
    figure('flood: /livez, p95', 'ms', [percentile(flood.livez, 0.95)], { atMost: 100 }),
    figure('flood: /readyz, p95', 'ms', [percentile(flood.readyz, 0.95)], { atMost: 100 }),
  ];
}

/** Notes the memory of the API until it's told to stop. */
async function sample({ api }: UsualProject, memory: MemoryHeld[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    memory.push(await api.memory());
    await wait(SAMPLE_MS);
  }
}

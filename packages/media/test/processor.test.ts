import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type MediaJob, MediaProcessor } from '../src/index.ts';
import { flatPng } from './support/bombs.ts';
import { noise } from './support/pictures.ts';
import { useProcessor } from './support/processor.ts';
import { hashesOf } from './support/renditions.ts';

const { folder, processor, ready, logged } = useProcessor({ idleMs: 3_600_000 });

let photo: string;
let large: string;
beforeAll(async () => {
  photo = path.join(folder(), 'photo.jpg');
  large = path.join(folder(), 'large.png');
  await writeFile(photo, await noise(60, 40).jpeg().toBuffer());
  await writeFile(large, await noise(900, 700).png().toBuffer());
});

async function jobFor(file: string, more: Partial<MediaJob> = {}): Promise<MediaJob> {
  const mime = file.endsWith('.png') ? 'image/png' : 'image/jpeg';
  const outputDirectory = await mkdtemp(path.join(folder(), 'output-'));
  return { file, declared: { filename: path.basename(file), mime }, outputDirectory, ...more };
}

/** Processes that read media for this one. */
async function children(): Promise<number[]> {
  const rows = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' }).split(
    '\n',
  );
  return rows.filter((row) => /child\/main\.[tj]s/.test(row)).map((row) => Number.parseInt(row, 10));
}

test('a file that is wrong leaves nothing behind', async () => {
  const job = await jobFor(photo, { declared: { filename: 'a.png', mime: 'image/png' } });
  expect(await processor.process(job)).toMatchObject({ status: 'failed' });
  const cut = path.join(folder(), 'cut.jpg');
  await writeFile(cut, (await readFile(photo)).subarray(0, 900));
  const other = await jobFor(cut);
  expect(await processor.process(other)).toMatchObject({ status: 'failed' });
  expect([await readdir(job.outputDirectory), await readdir(other.outputDirectory)]).toEqual([[], []]);
});

test('faults of the machine are thrown, for they are worth another try', async () => {
  await expect(processor.process(await jobFor(path.join(folder(), 'gone.jpg')))).rejects.toMatchObject({
    code: 'ENOENT',
  });
  const job = await jobFor(photo, { outputDirectory: path.join(folder(), 'gone') });
  await expect(processor.process(job)).rejects.toMatchObject({ code: 'ENOENT' });
  const used = await jobFor(photo, { outputDirectory: folder() });
  await expect(processor.process(used)).rejects.toThrow('must be empty');
});

test('a folder that goes away amid the work is a fault of the machine', async () => {
  const wide = path.join(folder(), 'wide.png');
  await writeFile(wide, await noise(2600, 900).png().toBuffer());
  const job = await jobFor(wide);
  const outcome = processor.process(job);
  outcome.catch(() => {});
  await expect.poll(() => readdir(job.outputDirectory), { interval: 1 }).not.toEqual([]);
  await rename(job.outputDirectory, path.join(folder(), 'elsewhere'));
  await expect(outcome).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a process that cannot start is a fault of the machine', async () => {
  const none = new MediaProcessor({ log: { warn: () => {} } });
  const { execPath } = process;
  process.execPath = path.join(folder(), 'no-node');
  await expect(none.process(await jobFor(photo))).rejects.toThrow("couldn't be started");
  process.execPath = execPath;
  expect(await none.process(await jobFor(photo))).toMatchObject({ status: 'ready' });
  await none.close();
});

test('work that is not wanted any more ends, and leaves nothing behind', { tags: ['full'] }, async () => {
  const controller = new AbortController();
  const job = await jobFor(large, { signal: controller.signal });
  const outcome = processor.process(job);
  outcome.catch(() => {});
  const waiting = processor.process(await jobFor(large, { signal: controller.signal }));
  waiting.catch(() => {});
  await expect.poll(() => readdir(job.outputDirectory), { interval: 1 }).not.toEqual([]);
  const reason = new Error('not any more');
  controller.abort(reason);
  await expect(outcome).rejects.toBe(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(await readdir(job.outputDirectory)).toEqual([]);
  await expect(processor.process(await jobFor(photo, { signal: controller.signal }))).rejects.toBe(reason);
  expect(await processor.process(await jobFor(photo))).toMatchObject({ status: 'ready' });
});

test('one that waits for its turn gives up at once', async () => {
  const controller = new AbortController();
  const first = processor.process(await jobFor(large));
  const waiting = processor.process(await jobFor(photo, { signal: controller.signal }));
  controller.abort(new Error('not any more'));
  await expect(waiting).rejects.toThrow('not any more');
  expect(await first).toMatchObject({ status: 'ready' });
});

test('a process is used again, and another takes its place when it was killed', async () => {
  await processor.process(await jobFor(photo));
  const [pid = 0, ...others] = await children();
  expect(others).toEqual([]);
  await processor.process(await jobFor(photo));
  expect(await children()).toEqual([pid]);
  const job = await jobFor(large);
  const outcome = processor.process(job);
  await expect.poll(() => readdir(job.outputDirectory), { interval: 1 }).not.toEqual([]);
  process.kill(pid, 'SIGKILL');
  expect(await outcome).toMatchObject({ status: 'ready', width: 900 });
  expect(logged.at(-1)).toMatchObject({ why: 'crash', job: { file: large } });
  expect(await children()).not.toContain(pid);
});

test('what a file left behind in a process is not the next one blame', { tags: ['full'] }, async () => {
  const processorOfLittle = new MediaProcessor({ processes: 1, memoryMegabytes: 400, log: { warn: () => {} } });
  const bomb = path.join(folder(), 'bomb.png');
  await writeFile(bomb, flatPng(9000, 9000));
  for (const [file, status] of [
    [photo, 'ready'],
    [bomb, 'failed'],
    [photo, 'ready'],
    [bomb, 'failed'],
    [photo, 'ready'],
  ] as const)
    expect(await processorOfLittle.process(await jobFor(file))).toMatchObject({ status });
  await processorOfLittle.close();
});

test('a process that has nothing to do ends', { tags: ['full'] }, async () => {
  const before = await children();
  const hasty = new MediaProcessor({ idleMs: 1, log: { warn: () => {} } });
  await hasty.process(await jobFor(photo));
  await expect.poll(children).toEqual(before);
  await hasty.close();
});

test('several processes make the same as one, at the same time', { tags: ['full'] }, async () => {
  const several = new MediaProcessor({ processes: 3, log: { warn: () => {} } });
  const one = await ready(await readFile(photo), 'image/jpeg');
  const jobs = await Promise.all([photo, photo, photo, photo, photo].map((file) => jobFor(file)));
  const media = await Promise.all(jobs.map((job) => several.process(job)));
  for (const made of media) expect(made.status === 'ready' && hashesOf(made)).toEqual(hashesOf(one));
  await several.close();
});

test('closing ends what is under way', { tags: ['full'] }, async () => {
  const before = await children();
  const closed = new MediaProcessor({ processes: 1, log: { warn: () => {} } });
  const job = await jobFor(large);
  const outcomes = [closed.process(job), closed.process(await jobFor(photo))];
  for (const outcome of outcomes) outcome.catch(() => {});
  await expect.poll(() => readdir(job.outputDirectory), { interval: 1 }).not.toEqual([]);
  await closed.close();
  for (const outcome of outcomes) await expect(outcome).rejects.toThrow('was closed');
  await expect(closed.process(await jobFor(photo))).rejects.toThrow('was closed');
  expect(await children()).toEqual(before);
});

test.runIf(process.platform === 'linux')('a process knows no secrets, and has a limit and low priority', async () => {
  process.env.STELE_TEST_SECRET = 'hidden';
  const own = new MediaProcessor({ processes: 1, memoryMegabytes: 700, log: { warn: () => {} } });
  const before = await children();
  await own.process(await jobFor(photo));
  delete process.env.STELE_TEST_SECRET;
  const pid = (await children()).find((child) => !before.includes(child));
  const [environment, limits, stat] = await Promise.all(
    ['environ', 'limits', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
  );
  expect(environment).not.toContain('STELE');
  expect(environment).toContain('MALLOC_ARENA_MAX=2');
  expect(limits).toMatch(new RegExp(`Max data size +${700 * 1024 * 1024} `));
  expect(Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[16])).toBe(10);
  await own.close();
});

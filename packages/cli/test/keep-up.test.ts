import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestProject } from '@stele/core/testing/test-app';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { keepUp } from '../src/dev/keep-up.ts';
import { Output } from '../src/output/output.ts';
import { type Questions, terminalQuestions } from '../src/prompts/questions.ts';
import { openSession } from '../src/session.ts';
import { ioIn } from './support/stele.ts';

/** A terminal at which somebody sits. */
class Terminal extends Output {
  override readonly interactive = true;
  readonly said: string[] = [];

  override say(text: string): void {
    this.said.push(text);
  }
  override note(text: string): void {
    this.said.push(text);
  }
}

let app: TestApp;
let project: TestProject;
let folder: string;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  project = await app.project({ locales: ['en'] });
  folder = await mkdtemp(path.join(tmpdir(), 'stele-follower-'));
});
afterEach(() => rm(folder, { recursive: true }));

const save = (...fields: string[]): Promise<void> =>
  writeFile(
    path.join(folder, 'stele.config.json'),
    JSON.stringify({
      format: 1,
      collections: [
        { key: 'posts', fields: fields.map((key) => ({ key, type: key === 'rank' ? 'integer' : 'text' })) },
      ],
    }),
  );

/** Follows the config, with somebody who does something at each question before the answer. */
async function follow(answer: (question: string, signal: AbortSignal) => Promise<unknown>) {
  const io = ioIn(folder);
  const terminal = new Terminal(io, {});
  const session = await openSession(io, { url: app.url, token: project.tokens.admin }, terminal);
  const questions = (signal: AbortSignal): Questions => ({
    text: async (message) => String(await answer(message, signal)),
    secret: async (message) => String(await answer(message, signal)),
    yes: async (message) => (await answer(message, signal)) === true,
    choose: async (message, [first]) => {
      await answer(message, signal);
      if (!first) throw new Error('There is nothing to choose.');
      return first.value;
    },
  });
  const stopped = new AbortController();
  const follower = keepUp(io, session, terminal, folder, {
    onCancel: () => undefined,
    stopped: stopped.signal,
    askUntil: (signal) => questions(signal),
  });
  return { follower, terminal, stop: () => stopped.abort() };
}

const fieldsThere = async (): Promise<string[]> => {
  const { body } = await project.api.get(`/projects/${project.id}/schema`);
  return body.schema.collections[0].fields.map(({ key }: { key: string }) => key);
};

it('pushes no config that was saved again while a question about it was open', async () => {
  const asked: string[] = [];
  const { follower, terminal } = await follow(async (question) => {
    asked.push(question);
    await save('title', 'teaser', 'rank');
    return 'destroy';
  });
  await save('title', 'teaser');
  await follower.update();
  const values = { en: { title: 'One', teaser: 'Soon' } };
  await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
  await save('title');
  await follower.update();
  expect(asked).toEqual([expect.stringContaining('One change destroys content.')]);
  expect(await fieldsThere()).toEqual(['title', 'teaser', 'rank']);
  expect(terminal.said).toContain(
    'stele.config.json was saved again, so the question no longer counts. Nothing was changed.',
  );
  const { body } = await project.api.get(`/projects/${project.id}/entries?include=values`);
  expect(body.data).toMatchObject([{ values }]);
});

it('withdraws the question when the config is saved again, and pushes what it says then', async () => {
  const asked: string[] = [];
  let isOpen = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    isOpen = resolve;
  });
  // No one answers.
  const { follower, terminal } = await follow((question, signal) => {
    asked.push(question);
    isOpen();
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  });
  await save('title', 'teaser');
  await follower.update();
  const values = { en: { title: 'One', teaser: 'Soon' } };
  await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
  const unfollow = follower.follow();
  await save('title');
  await opened;
  await save('title', 'teaser', 'rank');
  await expect.poll(fieldsThere).toEqual(['title', 'teaser', 'rank']);
  unfollow();
  expect(asked).toHaveLength(1);
  expect(terminal.said).toContain(
    'stele.config.json was saved again, so the question no longer counts. Nothing was changed.',
  );
});

it('withdraws a question at a terminal', async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const asking = new AbortController();
  const answer = terminalQuestions({ ...ioIn(folder), stdin, stdout }, asking.signal).yes('Push these changes?');
  asking.abort(new Error('The config was saved.'));
  await expect(answer).rejects.toThrow('The config was saved.');
});

it('ends an open question, and reports nothing more, when all ends', async () => {
  const { follower, terminal, stop } = await follow((_question, signal) => {
    stop();
    return Promise.reject(signal.reason);
  });
  await save('title', 'teaser');
  await follower.update();
  const values = { en: { title: 'One', teaser: 'Soon' } };
  await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
  await save('title');
  expect(await follower.update()).toBe(false);
  expect(terminal.said.join('\n')).not.toMatch(/abort|reached/i);
  expect(await fieldsThere()).toEqual(['title', 'teaser']);
});

it('asks again when the config was saved during a question about a rename', async () => {
  const asked: string[] = [];
  const { follower } = await follow(async (question) => {
    asked.push(question);
    if (asked.length === 1) await save('title', 'lead');
    return true;
  });
  await save('headline');
  await follower.update();
  const values = { en: { headline: 'One' } };
  await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
  await save('title');
  await follower.update();
  expect(asked.slice(0, 2)).toEqual([
    'Was posts.headline renamed to posts.title? Then its content is kept.',
    'Was posts.headline renamed to posts.title? Then its content is kept.',
  ]);
  expect(await fieldsThere()).toEqual(['title', 'lead']);
  const { body } = await project.api.get(`/projects/${project.id}/entries?include=values`);
  expect(body.data).toMatchObject([{ values: { en: { title: 'One' } } }]);
});

it('asks once about a schema that was refused, however often it was saved while the question was open', async () => {
  const asked: string[] = [];
  const { follower, terminal } = await follow(async (question) => {
    asked.push(question);
    if (asked.length === 1) for (let saves = 0; saves < 5; saves++) void follower.update();
    return asked.length === 1 ? 'no' : 'destroy';
  });
  await save('title', 'teaser', 'lead');
  await follower.update();
  const values = { en: { title: 'One', teaser: 'Soon', lead: 'Now' } };
  await project.api.post(`/projects/${project.id}/entries`, { collection_key: 'posts', values });
  await save('title', 'lead');
  await follower.update();
  expect(await follower.update()).toBe(false);
  expect(asked).toHaveLength(1);
  const refused = terminal.said.filter((text) => text.includes('Nothing was changed.'));
  expect(refused).toEqual([expect.stringContaining('npx stele push')]);
  expect(await fieldsThere()).toEqual(['title', 'teaser', 'lead']);
  await save('title');
  expect(await follower.update()).toBe(true);
  expect(asked).toHaveLength(2);
  expect(await fieldsThere()).toEqual(['title']);
});

it('says at first that there is no config, unless the schema was pushed from elsewhere', async () => {
  const first = await follow(async () => 'no');
  expect(await first.follower.update()).toBe(false);
  expect(first.terminal.said).toEqual(['There is no config here yet. "npx stele init" writes one.']);
  expect(await first.follower.update()).toBe(false);
  expect(first.terminal.said).toHaveLength(1);
  await save('title');
  expect(await first.follower.update()).toBe(true);
  await rm(path.join(folder, 'stele.config.json'));
  const second = await follow(async () => 'no');
  expect([await second.follower.update(), second.terminal.said]).toEqual([true, []]);
});

import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePorts } from '@stele/testing/free-ports';
import { expect, test } from 'vitest';
import { describeInstance, findUnreachable } from '../src/welcome.ts';

const urls = { api: 'http://localhost:1', admin: 'http://localhost:2', content: 'http://localhost:3' };
const settings = { urls, dataDirectory: '/data' };
const instance = {
  api_url: 'http://localhost:1',
  admin_url: 'http://localhost:2',
  content_url: 'http://localhost:3',
  project_id: 'prj_1',
  tokens: { read_published: 'stl_pub_1', read_draft: 'stl_draft_1', admin: 'stl_admin_1' },
  login: { email: 'owner@stele.local', password: 'secret' },
};

test('addresses, login, token and a published file are shown', () => {
  const text = describeInstance(
    settings,
    instance,
    'http://localhost:3/prj_1/snapshots/snap_1/posts.en.json',
    undefined,
  );
  for (const part of [
    ...Object.values(urls),
    '/data',
    'owner@stele.local  secret',
    'stl_admin_1',
    'snap_1/posts.en.json',
  ]) {
    expect(text).toContain(part);
  }
});

test.each(['api', 'admin', 'content'])('login and token stay hidden where others reach the %s', (part) => {
  const reached = { ...settings, urls: { ...urls, [part]: 'https://stele.example.org' } };
  const text = describeInstance(reached, instance, undefined, undefined);
  expect(text).toContain('are in instance.json');
  for (const secret of ['secret', 'stl_admin_1', 'stl_pub_1']) expect(text).not.toContain(secret);
});

test('public addresses at which no part answers are named, and those that work are not', async () => {
  const stranger = createServer((_, response) => response.writeHead(404).end());
  const part = createServer((_, response) => response.end('{"status":"ok"}'));
  const [wrong, right] = await Promise.all(
    [stranger, part].map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
  const [port = 0] = await freePorts(1);
  const dead = `http://127.0.0.1:${port}`;
  const sentences = await findUnreachable({ api: dead, admin: wrong ?? '', content: right ?? '' });
  for (const server of [stranger, part]) server.close();
  expect(sentences).toEqual([
    expect.stringMatching(`^${dead} \\(api\\) can't be reached from here: .*ECONNREFUSED`),
    `${wrong} answers 404, as no part of Stele does.`,
  ]);
  const text = describeInstance(settings, undefined, undefined, 'CODE', sentences);
  expect(text).toContain(sentences.join('\n'));
  expect(text).toContain('Set-up code  CODE');
});

test('an instance that was not seeded is described without credentials', () => {
  const text = describeInstance(settings, undefined, undefined, undefined);
  expect(text).toContain('http://localhost:2');
  expect(text).not.toContain('curl');
});

test('the lines to paste are shell that reads, creates and publishes', () => {
  const lines = describeInstance(settings, instance, undefined, undefined).match(/^(curl|ENTRY=).*$/gm) ?? [];
  expect(lines).toHaveLength(3);
  const fake = `curl() { printf '%s\\n' "$*" >&2; echo '{"id":"ent_1"}'; }`;
  const output = execFileSync('bash', ['-c', `exec 2>&1; ${fake}\n${lines.join('\n')}`], { encoding: 'utf8' });
  expect(output).toContain('/v1/projects/prj_1/snapshot/latest');
  expect(output).toContain('/v1/projects/prj_1/entries/ent_1/publish');
});

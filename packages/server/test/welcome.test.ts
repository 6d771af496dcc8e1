import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { describeInstance } from '../src/welcome.ts';

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

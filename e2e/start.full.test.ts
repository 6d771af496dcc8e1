// @module-tag full
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDataDirectory, ROOT, type RunningInstance, removeDirectory, startInstance } from './support/instance.ts';
import { bash } from './support/shell.ts';

let data: string;
let instance: RunningInstance;

beforeAll(async () => {
  data = await newDataDirectory();
  instance = await startInstance(data);
});
afterAll(async () => {
  await instance.stop();
  await removeDirectory(data);
});

const authorized = () => ({ authorization: `Bearer ${instance.file.tokens.admin}` });
const pointer = async () => {
  const response = await fetch(`${instance.file.api_url}/v1/projects/${instance.file.project_id}/snapshot/latest`, {
    headers: authorized(),
  });
  return (await response.json()) as { content_base_url: string; snapshot_id: string };
};

describe('npm start', () => {
  it('prints addresses, the login, a token and lines that work when pasted, twice too', async () => {
    const { api_url, admin_url, content_url, login, tokens } = instance.file;
    for (const text of [api_url, admin_url, content_url, login.email, login.password, tokens.admin]) {
      expect(instance.output).toContain(text);
    }
    const lines = instance.output.split('\n').filter((line) => /^(ENTRY=\$\()?curl /.test(line));
    expect(lines).toHaveLength(3);
    await bash(lines.join('\n'), {});
    const printed = (await bash(lines.join('\n'), {})).trim().split('\n');
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ snapshot_id: expect.stringMatching(/^snap_/) });
    expect(printed[1]).toMatch(/^ent_/);
    expect(JSON.parse(printed[2] ?? '')).toMatchObject({ entry_status: 'published', unchanged: false });
    const click = instance.output
      .split('\n')
      .find((line) => line.trim().startsWith(content_url) && line.endsWith('.json'));
    const file = await (await fetch((click ?? '').trim())).json();
    expect(file).toMatchObject({ collection: expect.any(String), entries: expect.any(Array) });
  });

  it('makes a demo project: two collections, two locales, some live, some drafts, one changed', async () => {
    const list = async (query: string) => {
      const url = `${instance.file.api_url}/v1/projects/${instance.file.project_id}/entries?${query}`;
      return (
        (await (await fetch(url, { headers: authorized() })).json()) as {
          data: { collection_key: string; locales_status: object }[];
        }
      ).data;
    };
    const all = await list('');
    expect(new Set(all.map((entry) => entry.collection_key))).toEqual(new Set(['pages', 'posts']));
    expect(new Set(all.flatMap((entry) => Object.keys(entry.locales_status)))).toEqual(new Set(['en', 'de']));
    expect((await list('status=draft')).length).toBeGreaterThan(0);
    expect((await list('status=changed')).length).toBeGreaterThan(0);
  });

  it('keeps secrets in files that only their owner can read', async () => {
    for (const name of await readdir(data)) {
      const { mode } = await stat(path.join(data, name));
      if (/instance\.json|secret|key$/.test(name)) expect([name, mode & 0o077]).toEqual([name, 0]);
    }
  });

  it('serves the pages of the API', async () => {
    const home = await fetch(`${instance.file.api_url}/`);
    expect([home.status, (await home.text()).includes(instance.file.admin_url)]).toEqual([200, true]);
    const docs = await (await fetch(`${instance.file.api_url}/docs`)).text();
    const script = /<script[^>]* src="([^"]+)"/.exec(docs)?.[1] ?? '';
    expect((await fetch(`${instance.file.api_url}${script}`)).status).toBe(200);
    expect(docs).not.toMatch(/(src|href)="https?:/);
  });

  it('lets the printed login sign in', async () => {
    const { api_url, login } = instance.file;
    const response = await fetch(`${api_url}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: api_url },
      body: JSON.stringify(login),
    });
    expect(response.status).toBe(200);
  });

  it('runs beside another one, with ports and a data folder of its own', async () => {
    const other = await newDataDirectory();
    const second = await startInstance(other);
    expect(second.file.project_id).not.toBe(instance.file.project_id);
    expect((await fetch(`${instance.file.api_url}/readyz`)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    await removeDirectory(other);
  });

  it('refuses a port that is taken, in a sentence', async () => {
    const port = new URL(instance.file.api_url).port;
    await expect(startInstance(data, { API_PORT: port })).rejects.toThrow(port);
  });

  it('keeps its data over a restart', async () => {
    const before = await pointer();
    const { tokens, project_id } = instance.file;
    expect(await instance.stop()).toBe(0);
    instance = await startInstance(data);
    expect(instance.file).toMatchObject({ tokens, project_id });
    expect((await pointer()).snapshot_id).toBe(before.snapshot_id);
  });
});

describe('docs/quick-start.md', () => {
  it('works as it is written, and when each block is pasted twice', async () => {
    const text = await readFile(path.join(ROOT, 'docs', 'quick-start.md'), 'utf8');
    const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
    const [start, ...rest] = blocks;
    expect(start?.trim()).toBe('npm start');
    const twice = rest.flatMap((block) => [block, block]);
    const output = await bash(twice.join('\necho\n'), instance.env);
    expect(output).not.toContain('"error"');
    expect(output).toContain('"scope":"admin"');
    expect(output).toMatch(/^ent_[0-9a-z]{26}$/m);
    expect(output).toContain('"version":2');
    expect(output).toMatch(/"entry_status":"published".*"unchanged":false/);
    const file = output.trim().split('\n').at(-1) ?? '';
    const entries = (JSON.parse(file) as { entries: { values: { title: string } }[] }).entries;
    expect(entries.map(({ values }) => values.title)).toContain('First light at the weir');
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSiteEnvironment } from '../src/astro/site-environment.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-environment-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text);
const read = (env: Record<string, string | undefined>): Record<string, string | undefined> => {
  readSiteEnvironment(folder, env);
  return env;
};

describe('the .env files of a site', () => {
  it('fill in the variables of the loader that the environment lacks, and no others', async () => {
    await write('.env', '# a site\nSTELE_URL="http://localhost:3000"\nSTELE_TOKEN=one\nOTHER=1\nSTELE_PROJECT=\n');
    expect(read({ STELE_TOKEN: 'mine', STELE_URL: '' })).toEqual({
      STELE_TOKEN: 'mine',
      STELE_URL: 'http://localhost:3000',
    });
  });

  it('may begin with a byte order mark, and have line ends of Windows', async () => {
    await write('.env', '\uFEFFSTELE_TOKEN=one\r\nSTELE_URL="two"\r\n');
    expect(read({})).toEqual({ STELE_TOKEN: 'one', STELE_URL: 'two' });
  });

  it('give way to local ones and to those of the mode', async () => {
    await write('.env', 'STELE_TOKEN=plain\nSTELE_URL=plain');
    await write('.env.local', 'STELE_TOKEN=local');
    await write('.env.production', 'STELE_PROJECT=built');
    await write('.env.development', 'STELE_PROJECT=developed');
    expect(read({})).toEqual({ STELE_TOKEN: 'local', STELE_URL: 'plain', STELE_PROJECT: 'built' });
    expect(read({ NODE_ENV: 'development' })).toMatchObject({ STELE_PROJECT: 'developed' });
  });

  it('are read again when they change, and what the environment said itself stays', async () => {
    const env: Record<string, string | undefined> = { STELE_TOKEN: 'mine' };
    await write('.env', 'STELE_TOKEN=one\nSTELE_URL=one\nSTELE_PROJECT=one');
    const before = readSiteEnvironment(folder, env);
    expect(readSiteEnvironment(folder, env)).toBe(before);
    await write('.env', 'STELE_TOKEN=two\nSTELE_URL=two');
    expect(readSiteEnvironment(folder, env)).not.toBe(before);
    expect(env).toEqual({ STELE_TOKEN: 'mine', STELE_URL: 'two' });
  });

  it('need not be there', () => {
    expect(read({})).toEqual({});
  });
});

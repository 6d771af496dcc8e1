// @module-tag full
import { execFileSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DiskSpace } from '@stele/storage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/database/open-database.ts';
import { Child } from '../support/child.ts';
import { MigrationFolder } from '../support/migration-folder.ts';
import { silentLog } from '../support/silent-log.ts';
import { signIn, startTestApp, type TestApp } from '../support/test-app.ts';

const FILLER = path.join(import.meta.dirname, 'children/fill-disk.ts');
const MEGABYTE = 1024 * 1024;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stele-disk-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a nearly full disk', () => {
  let free: number;
  let database: Database;
  let app: TestApp;

  beforeEach(async () => {
    free = 1000;
    const space = new DiskSpace(folder, 1000, () => free);
    database = await openDatabase(
      { kind: 'pglite', directory: path.join(folder, 'database') },
      { log: silentLog, space },
    );
    app = await startTestApp({ database });
  });
  afterEach(async () => {
    await app.close();
    await database.close();
  });

  it('refuses writes with 503 and Retry-After, answers reads, and takes writes again by itself', async () => {
    const project = await app.project();
    const person = await app.person({ projectId: project.id, role: 'owner' });
    const base = `/projects/${project.id}`;
    const rename = (name: string) => person.api.patch(base, { name });
    free = 999;
    await expect.poll(async () => (await rename('While it is full')).status).toBe(503);
    // The disk is checked a few times a second: a first rename may have come before that.
    const { name } = (await person.api.get(base)).body;
    const refused = await rename('Refused');
    expect([refused.body.error.code, Number(refused.headers.get('retry-after'))]).toEqual(['unavailable', 5]);
    expect((await project.api.get(base)).status).toBe(200);
    expect((await person.api.get(base)).body.name).toBe(name);
    expect((await project.api.get(`${base}/entries`)).status).toBe(200);
    for (const route of ['livez', 'readyz']) expect((await fetch(`${app.url}/${route}`)).status).toBe(200);
    await expect(signIn(app.url, person.email, 'correct horse battery')).rejects.toThrow('answered 503');
    free = 1000;
    await expect.poll(async () => (await rename('With room')).status).toBe(200);
    expect((await person.api.get(base)).body.name).toBe('With room');
  });

  it('refuses what a transaction writes that began before', async () => {
    const project = await app.project();
    const rename = (name: string) => ({ where: { id: project.id }, data: { name } });
    const transaction = database.prisma.$transaction(async (tx) => {
      await tx.project.update(rename('First'));
      free = 999;
      await expect.poll(() => database.isReadOnly()).toBe(true);
      await tx.project.update(rename('Second'));
    });
    await expect(transaction).rejects.toThrow('read-only transaction');
    expect((await database.prisma.project.findUniqueOrThrow({ where: { id: project.id } })).name).toBe('Test');
  });
});

const mayMount = process.platform === 'linux' && process.getuid?.() === 0 && canMount();

function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', os.tmpdir()], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!mayMount)('a disk of its own (needs root on Linux, which may mount a tmpfs)', () => {
  let migrations: MigrationFolder;

  beforeEach(async () => {
    migrations = await MigrationFolder.create();
    await migrations.write('1_init', 'CREATE TABLE rows (n int PRIMARY KEY, text text);');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder]);
  });
  afterEach(async () => {
    execFileSync('umount', [folder]);
    await migrations.remove();
  });

  const fill = (reserve: number, first = 0): Promise<Child> =>
    Child.start(FILLER, [path.join(folder, 'database'), migrations.directory, String(reserve), String(first)]);

  it('the database reads while less than the reserve is free, and goes on writing afterwards', async () => {
    const child = await fill(64 * MEGABYTE);
    expect(await child.next()).toBe('open');
    expect(await child.next()).toBe(0);
    writeFileSync(path.join(folder, 'filler'), Buffer.alloc(45 * MEGABYTE));
    let message: unknown;
    let written = 0;
    do {
      if (typeof message === 'number') written = message;
      message = await child.next();
    } while (typeof message === 'number');
    expect(message).toEqual({ refused: '25006', rows: written + 1 });
    truncateSync(path.join(folder, 'filler'));
    do message = await child.next();
    while (typeof message !== 'number');
    expect(message).toBe(written + 1);
    await child.kill();
  });

  it('a database that finds no room ends its process with a sentence, and has all that it acknowledged afterwards', async () => {
    const child = await fill(0);
    expect(await child.next()).toBe('open');
    let last = -1;
    for (;;) {
      const message = await child.next().catch((error: Error) => error);
      if (message instanceof Error) {
        expect(message.message).toContain('The disk refused a write of the database');
        break;
      }
      last = message as number;
    }
    expect(await child.ended).toBe(1);
    execFileSync('mount', ['-o', 'remount,size=400m', folder]);
    const again = await fill(0, last + 2);
    expect(await again.next()).toBe('open');
    expect(await again.next()).toBe(last + 2);
    await again.kill();
    const database = await openDatabase(
      { kind: 'pglite', directory: path.join(folder, 'database') },
      { log: silentLog, files: { migrationsDirectory: migrations.directory } },
    );
    const { rows } = await database.pool.query('SELECT count(*)::int AS n FROM rows WHERE n <= $1', [last]);
    await database.close();
    expect(rows[0].n).toBe(last + 1);
  });
});

import { mkdtemp, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { rounds } from '@stele/testing/rounds';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Child } from '../../../test/support/child.ts';
import { DataFolderInUseError, lockDataFolder } from './lock-data-folder.ts';

const ROUNDS = rounds({ short: 10, long: 100 });
const LOCKER = path.join(import.meta.dirname, '../../../test/database/children/lock-folder.ts');

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'stele-lock-'));
  folder = path.join(parent, 'database');
});

afterEach(() => rm(parent, { recursive: true }));

async function startLocker(): Promise<Child> {
  const child = await Child.start(LOCKER, [folder]);
  expect(await child.next()).toBe('ready');
  return child;
}

async function tryLock(child: Child): Promise<unknown> {
  child.send('lock');
  return child.next();
}

test('a folder that another process holds is refused with a message that names the folder and that process', async () => {
  const holder = await startLocker();
  expect(await tryLock(holder)).toBe('locked');
  await expect(lockDataFolder(folder)).rejects.toMatchObject({ name: 'DataFolderInUseError', folder, pid: holder.pid });
  await expect(lockDataFolder(folder)).rejects.toThrow(
    `The database in ${folder} is already open in process ${holder.pid}.`,
  );
  await holder.kill();
});

test('a folder is refused to the process that has it open, too', async () => {
  const lock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow('already open in this process');
  lock.release();
});

test('a released folder can be locked again, and releasing twice does no harm', async () => {
  const first = await lockDataFolder(folder);
  first.release();
  const second = await lockDataFolder(folder);
  first.release();
  await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUseError);
  second.release();
});

test('the lock of a process that was killed is free at once', async () => {
  const holder = await startLocker();
  expect(await tryLock(holder)).toBe('locked');
  await holder.kill();
  expect(await readFile(`${folder}.lock`, 'utf8')).toBe(`${holder.pid}\n`);
  const lock = await lockDataFolder(folder);
  expect(await readFile(`${folder}.lock`, 'utf8')).toBe(`${process.pid}\n`);
  lock.release();
});

test('a folder is the same by every name that leads to it', async () => {
  const alias = path.join(parent, 'alias');
  await symlink(parent, alias);
  const lock = await lockDataFolder(folder);
  await expect(lockDataFolder(path.join(alias, 'database'))).rejects.toThrow(DataFolderInUseError);
  lock.release();
});

test('a lock file that someone deletes or leaves behind keeps no one out and lets no one in wrongly', async () => {
  await writeFile(`${folder}.lock`, 'not a pid');
  const first = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow('already open in this process');
  first.release();
  await unlink(`${folder}.lock`);
  const second = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(DataFolderInUseError);
  second.release();
});

test('of two processes that race for the lock of a killed one, exactly one gets it, again and again', async () => {
  let [one, other] = await Promise.all([startLocker(), startLocker()]);
  let replacement = startLocker();
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all([tryLock(one), tryLock(other)]);
    expect(answers.filter((answer) => answer === 'locked')).toHaveLength(1);
    const [winner, loser] = answers[0] === 'locked' ? [one, other] : [other, one];
    await winner.kill();
    [one, other] = [loser, await replacement];
    replacement = startLocker();
  }
  await Promise.all([one.kill(), other.kill(), replacement.then((child) => child.kill())]);
});

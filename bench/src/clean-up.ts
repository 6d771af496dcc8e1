import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Has something undone after the benchmark. */
export type Later = (undo: () => Promise<unknown>) => void;

/** Undoes what a benchmark sets up, the last thing first, whether or not the benchmark succeeds. */
export async function withCleanUp<Result>(work: (later: Later) => Promise<Result>): Promise<Result> {
  const undos: (() => Promise<unknown>)[] = [];
  try {
    return await work((undo) => undos.push(undo));
  } finally {
    for (const undo of undos.reverse()) {
      await undo().catch((error: unknown) => console.error('Cleaning up failed:', error));
    }
  }
}

/** Makes a temporary folder. */
export async function newFolder(later: Later): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stele-bench-'));
  later(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listFullTests } from '@stele/testing/full-tests';
import { notedAnswers, SEEN_ANSWERS } from '@stele/testing/seen-answers';
import type { TestProject } from 'vitest/node';
import { UNSEEN } from './unseen-answers.ts';

/**
 * Has the tests note which documented answers they see, and compares them with the document once all have run: at the end of
 * a run of all, or of the second ring, which adds what the first has noted. A run of some tests only compares nothing.
 */
export default function compareAnswers(project: TestProject): () => Promise<void> {
  const ring = process.env.TEST_RING;
  const isKept = ring === 'first' || ring === 'rest';
  const folder = isKept ? folderOf(ring) : mkdtempSync(path.join(tmpdir(), 'stele-seen-answers-'));
  if (isKept) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.env[SEEN_ANSWERS] = folder;
  return async () => {
    const folders = ring === 'rest' ? [folder, folderOf('first')] : [folder];
    const noted = notedAnswers(folders);
    if (!isKept) rmSync(folder, { recursive: true });
    if (ring !== 'first' && (await isWholeRun(project, ring === 'rest'))) report(noted);
  };
}

/** Where the answers that a ring sees are noted, and kept for the other. */
function folderOf(ring: 'first' | 'rest'): string {
  return path.resolve('.test', `answers-${ring}`);
}

async function isWholeRun(project: TestProject, isRest: boolean): Promise<boolean> {
  const { config, vitest } = project;
  const ran = vitest.state.getFiles();
  const files = isRest ? listFullTests('.') : (await project.globTestFiles()).testFiles;
  return !config.cliExclude?.length && !config.testNamePattern && files.length === ran.length;
}

/** @throws Error when a documented answer wasn't seen, or one was seen that is listed as never seen */
function report({ documented, seen }: ReturnType<typeof notedAnswers>): void {
  const excused = new Set(UNSEEN.flatMap(({ answers }) => answers));
  const missing = documented.filter((answer) => !seen.has(answer) && !excused.has(answer));
  const stale = [...excused].filter((answer) => seen.has(answer) || !documented.includes(answer));
  console.log(`answers seen: ${documented.length - missing.length - excused.size} of ${documented.length}`);
  const lines = [
    ...missing.map((answer) => `no test saw ${answer}`),
    ...stale.map((answer) => `unseen-answers.ts names ${answer}, which was seen or is not documented`),
  ];
  if (lines.length > 0) throw new Error(lines.join('\n'));
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { notedAnswers, SEEN_ANSWERS } from '@stele/testing/seen-answers';
import type { TestProject } from 'vitest/node';
import { UNSEEN } from './unseen-answers.ts';

/**
 * Has the tests note which documented answers they see, and compares them with the document at the end. A run of some
 * tests only compares nothing.
 */
export default function compareAnswers(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stele-seen-answers-'));
  process.env[SEEN_ANSWERS] = folder;
  return async () => {
    const noted = notedAnswers(folder);
    rmSync(folder, { recursive: true });
    if (await isWholeRun(project)) report(noted);
  };
}

async function isWholeRun(project: TestProject): Promise<boolean> {
  const { config, vitest } = project;
  const ran = vitest.state.getFiles();
  const { testFiles } = await project.globTestFiles();
  return !config.cliExclude?.length && !config.testNamePattern && testFiles.length === ran.length;
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

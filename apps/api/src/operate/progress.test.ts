import { expect, it } from 'vitest';
import { showProgress } from './progress.ts';

/** A log, or a terminal, and the text that it got. */
function sink(isTTY: boolean) {
  const texts: string[] = [];
  const write = (text: string | Uint8Array): boolean => texts.push(String(text)) > 0;
  return { isTTY, write, text: () => texts.join('') };
}

/** The output for two steps whose reports come at once. */
function shownOn(isTTY: boolean): string {
  const output = sink(isTTY);
  const progress = showProgress(output);
  progress.report({ step: 'objects', done: 0 });
  for (let done = 1; done <= 40; done++) progress.report({ step: 'objects', done });
  for (let done = 0; done <= 6_495; done += 5) progress.report({ step: 'rows', done, total: 6_495 });
  progress.end();
  return output.text();
}

it('ends each step in a log with its last line', () => {
  const lines = shownOn(false).split('\n');
  expect(lines.at(-1)).toBe('');
  expect(lines.at(-2)).toBe('rows of the database 6,495 of 6,495');
  expect(lines[0]).toBe('files');
  expect(lines[lines.indexOf('rows of the database') - 1]).toBe('files 40');
});

it('ends each step on a terminal with its last numbers', () => {
  const steps = shownOn(true).split('\n');
  const last = steps.map((line) => line.split('\r').at(-1));
  expect(last).toEqual(['files 40 ', 'rows of the database 6,495 of 6,495 ', '']);
});

it('says nothing twice, and nothing of no work', () => {
  const output = sink(false);
  showProgress(output).end();
  const progress = showProgress(output);
  progress.report({ step: 'rows', done: 1, total: 1 });
  progress.end();
  expect(output.text()).toBe('rows of the database 1 of 1\n');
});

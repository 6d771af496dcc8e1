import type { Progress } from '@stele/core';

const EVERY_MS = 200;
const EVERY_MS_IN_LOGS = 10_000;
const WORDS: Readonly<Record<Progress['step'], string>> = {
  objects: 'files',
  rows: 'rows of the database',
  indexes: 'indexes of the database',
};

/** Tells on standard error how far some work is: on one line of a terminal, or now and then a line in a log. */
export function showProgress(): { report(progress: Progress): void; end(): void } {
  const { stderr } = process;
  let shownAt = 0;
  let [step, open] = ['', false];
  return {
    report(progress) {
      const now = performance.now();
      const isNew = progress.step !== step;
      if (!isNew && now - shownAt < (stderr.isTTY ? EVERY_MS : EVERY_MS_IN_LOGS)) return;
      [step, shownAt] = [progress.step, now];
      const total = progress.total === undefined ? '' : ` of ${progress.total.toLocaleString('en-US')}`;
      const count = progress.done === 0 ? '' : ` ${progress.done.toLocaleString('en-US')}${total}`;
      if (stderr.isTTY) stderr.write(`${isNew && open ? '\n' : '\r'}${WORDS[progress.step]}${count} `);
      else stderr.write(`${WORDS[progress.step]}${count}\n`);
      open = true;
    },
    end() {
      if (open && stderr.isTTY) stderr.write('\n');
    },
  };
}

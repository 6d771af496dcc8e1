import type { Progress } from '@stele/core';

const EVERY_MS = 200;
const EVERY_MS_IN_LOGS = 10_000;
const WORDS: Readonly<Record<Progress['step'], string>> = {
  objects: 'files',
  rows: 'rows of the database',
  indexes: 'indexes of the database',
};

/**
 * Tells on standard error how far some work is: on one line of a terminal, or now and then a line in a log. The last that a step
 * reports is always told.
 */
export function showProgress(output: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr): {
  report(progress: Progress): void;
  end(): void;
} {
  let shownAt = 0;
  let shown: Progress | null = null;
  let last: Progress | null = null;
  const show = (progress: Progress): void => {
    const isNew = progress.step !== shown?.step;
    const text = describe(progress);
    if (output.isTTY) output.write(`${isNew && shown ? '\n' : '\r'}${text} `);
    else output.write(`${text}\n`);
    [shown, shownAt] = [progress, performance.now()];
  };
  const finishStep = (): void => {
    if (last && shown && describe(last) !== describe(shown)) show(last);
  };
  return {
    report(progress) {
      const isNew = progress.step !== last?.step;
      if (isNew) finishStep();
      last = progress;
      if (isNew || performance.now() - shownAt >= (output.isTTY ? EVERY_MS : EVERY_MS_IN_LOGS)) show(progress);
    },
    end() {
      finishStep();
      if (shown && output.isTTY) output.write('\n');
    },
  };
}

function describe({ step, done, total }: Progress): string {
  const of = total === undefined ? '' : ` of ${total.toLocaleString('en-US')}`;
  return `${WORDS[step]}${done === 0 ? '' : ` ${done.toLocaleString('en-US')}${of}`}`;
}

import { SingleBar } from 'cli-progress';
import type { Output } from './output.ts';

/** A bar that is drawn over in one line of a terminal; null elsewhere. @param format of cli-progress, behind the bar */
export function startBar(output: Output, format: string, total: number, shown: object): SingleBar | null {
  if (!output.isTerminal) return null;
  const bar = new SingleBar({
    format: `{bar} ${format} · {eta_formatted} left {note}`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    stream: output.errors,
  });
  bar.start(total, 0, { note: '', ...shown });
  return bar;
}

/** Shows on a bar that a limit is waited for. */
export function showWaiting(bar: SingleBar, seconds: number): void {
  bar.update({ note: `· waiting ${seconds} s for a limit` });
}

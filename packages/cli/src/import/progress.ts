import type { SingleBar } from 'cli-progress';
import { showWaiting, startBar } from '../output/bar.ts';
import type { Output } from '../output/output.ts';
import type { ImportSummary } from './run.ts';

/** Shows the progress of an import: a bar on a terminal, a line now and then elsewhere, nothing with `--json`. */
export class Progress {
  readonly #output: Output;
  #bar: SingleBar | null = null;
  #total = 0;
  #done = 0;
  #toldWaiting = 0;

  constructor(output: Output) {
    this.#output = output;
  }

  begin(total: number): void {
    this.#total = total;
    this.#bar = startBar(this.#output, '{value}/{total} · {published} published', total, { published: 0 });
  }

  show(summary: Readonly<ImportSummary>): void {
    this.#done++;
    if (this.#bar) this.#bar.update(this.#done, { published: summary.published, note: '' });
    else if (this.#done % 30 === 0 || this.#done === this.#total) {
      this.#output.say(`${this.#done} of ${this.#total}, ${summary.published} published`);
    }
  }

  waiting(seconds: number, reason: string): void {
    if (this.#bar) showWaiting(this.#bar, seconds);
    else if (Date.now() > this.#toldWaiting) {
      this.#toldWaiting = Date.now() + seconds * 1000;
      this.#output.say(`Waiting ${seconds} s: ${reason}`);
    }
  }

  end(): void {
    this.#bar?.stop();
  }
}

import type { SingleBar } from 'cli-progress';
import { showWaiting, startBar } from '../output/bar.ts';
import type { Output } from '../output/output.ts';

const MB = 1_000_000;
const inMegabytes = (bytes: number): string => (bytes / MB).toFixed(1);

/** Shows the progress of uploads: a line that is redrawn on a terminal, a line for each file elsewhere, nothing with `--json`. */
export class UploadProgress {
  readonly #output: Output;
  #bar: SingleBar | null = null;
  #files = 0;
  #done = 0;
  #sent = 0;
  #bytes = 0;

  constructor(output: Output) {
    this.#output = output;
  }

  begin(files: number, bytes: number): void {
    this.#files = files;
    this.#bytes = bytes;
    if (files === 0) return;
    this.#bar = startBar(this.#output, `{files} files · {megabytes} of ${inMegabytes(bytes)} MB`, bytes, this.#shown());
  }

  sent(bytes: number): void {
    this.#sent += bytes;
    this.#bar?.update(Math.min(this.#sent, this.#bytes), this.#shown());
  }

  done(file: string): void {
    this.#done++;
    if (this.#bar) this.#bar.update(this.#shown());
    else this.#output.say(`${this.#done} of ${this.#files}  ${file}`);
  }

  waiting(seconds: number, reason: string): void {
    if (this.#bar) showWaiting(this.#bar, seconds);
    else this.#output.note(`Waiting ${seconds} s: ${reason}`);
  }

  end(): void {
    this.#bar?.stop();
    this.#bar = null;
  }

  #shown(): object {
    return { files: `${this.#done}/${this.#files}`, megabytes: inMegabytes(this.#sent), note: '' };
  }
}

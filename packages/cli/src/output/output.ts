import pc from 'picocolors';

/** Colours for text, or none where they aren't wanted. */
export type Colours = ReturnType<typeof pc.createColors>;

/** How a command speaks. */
export interface OutputOptions {
  /** Whether standard output gets one JSON document and nothing else. */
  readonly json?: boolean;
  /** Whether standard output is taken by what the command makes. */
  readonly stdoutTaken?: boolean;
}

/** What a command says: for people, or with `--json` for programs. */
export class Output {
  readonly json: boolean;
  readonly colours: Colours;
  /** Whether somebody is there to answer questions. */
  readonly interactive: boolean;
  readonly #stream: NodeJS.WriteStream;

  constructor({ json = false, stdoutTaken = false }: OutputOptions) {
    this.json = json;
    this.#stream = stdoutTaken ? process.stderr : process.stdout;
    const forced = Boolean(process.env.FORCE_COLOR);
    this.colours = pc.createColors(pc.isColorSupported && (forced || this.#stream.isTTY === true));
    this.interactive = !json && !stdoutTaken && process.stdin.isTTY === true && process.stdout.isTTY === true;
  }

  /** Whether a line can be drawn over, as a progress bar does. */
  get isTerminal(): boolean {
    return !this.json && this.#stream.isTTY === true;
  }

  /** Says something to people; nothing with `--json`. */
  say(text: string): void {
    if (!this.json) this.#stream.write(`${text}\n`);
  }

  /** Says something beside the matter: a warning, or why it takes long. */
  note(text: string): void {
    process.stderr.write(`${text}\n`);
  }

  /** The document of `--json`; nothing without. */
  result(document: unknown): void {
    if (this.json) process.stdout.write(`${JSON.stringify(document)}\n`);
  }
}

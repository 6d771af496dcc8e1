import pc from 'picocolors';
import type { Io, TerminalOutput } from '../io.ts';

/** Colours for text, or none where they aren't wanted. */
export type Colours = ReturnType<typeof pc.createColors>;

interface OutputOptions {
  /** Whether standard output gets one JSON document and nothing else. */
  readonly json?: boolean;
  /** Whether standard output is reserved for the command's product, such as a file. */
  readonly stdoutTaken?: boolean;
}

/** Prints a command's results: for people, or with `--json` for programs. */
export class Output {
  readonly json: boolean;
  readonly colours: Colours;
  /** Whether someone can answer questions. */
  readonly interactive: boolean;
  readonly #io: Io;
  readonly #stream: TerminalOutput;

  constructor(io: Io, { json = false, stdoutTaken = false }: OutputOptions) {
    this.json = json;
    this.#io = io;
    this.#stream = stdoutTaken ? io.stderr : io.stdout;
    const { NO_COLOR, FORCE_COLOR, TERM } = io.env;
    const isTerminal = this.#stream.isTTY === true && io.stdout.isTTY === true;
    this.colours = pc.createColors(!NO_COLOR && (Boolean(FORCE_COLOR) || (isTerminal && TERM !== 'dumb')));
    this.interactive = !json && !stdoutTaken && io.stdin.isTTY === true && io.stdout.isTTY === true;
  }

  /** Where progress is drawn. */
  get errors(): NodeJS.WriteStream {
    return this.#io.stderr as NodeJS.WriteStream;
  }

  /** Whether a line can be drawn over, as a progress bar does. */
  get isTerminal(): boolean {
    return !this.json && this.#stream.isTTY === true;
  }

  /** Says something to people; nothing with `--json`. */
  say(text: string): void {
    if (!this.json) this.#stream.write(`${text}\n`);
  }

  /** Prints a side note: a warning, or why something takes long. */
  note(text: string): void {
    this.#io.stderr.write(`${text}\n`);
  }

  /** The document of `--json`; nothing without. */
  result(document: unknown): void {
    if (this.json) this.#io.stdout.write(`${JSON.stringify(document)}\n`);
  }
}

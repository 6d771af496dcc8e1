import { Command, InvalidArgumentError } from 'commander';
import type { Io } from '../io.ts';
import { VERSION } from '../version.ts';

/** Gathers the values of an option that may be repeated. */
export const list = (value: string, before: string[] = []): string[] => [...before, value];

const named = (value: string): string => {
  if (value !== '') return value;
  throw new InvalidArgumentError('It has to be the name of a file.');
};

// Options that several commands have.
export const config = [
  '--config <file>',
  'the config (stele.config.ts, .mts, .js, .mjs or .json of this folder)',
  named,
] as const;
export const keepOthers = [
  '--keep-others',
  "leave the project's collections alone that the config doesn't name",
] as const;
export const exclude = [
  '--exclude <glob>',
  'Markdown files to leave out: "*.mdx", "2019/**"; repeat for several',
  list,
] as const;
export const rename = [
  '--rename <old:new>',
  'a field (posts.old:new) or collection (old:new) that got another key',
  list,
] as const;

/** Examples at the end of a command's help. */
export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ stele ${line}`).join('\n')}`;
}

/** The commands of one run, and its exit code. */
export class CommandTable {
  readonly io: Io;
  readonly program: Command;
  code = 0;

  constructor(io: Io) {
    const { stdout, stderr } = io;
    this.io = io;
    this.program = new Command('stele')
      .description('Work with a Stele project from the command line.')
      .version(VERSION)
      .showHelpAfterError('Add --help to see what there is.')
      .configureOutput({
        writeOut: (text) => stdout.write(text),
        writeErr: (text) => stderr.write(text),
        getOutHelpWidth: () => (stdout.isTTY ? stdout.columns : undefined) ?? 80,
        getErrHelpWidth: () => (stderr.isTTY ? stderr.columns : undefined) ?? 80,
      })
      .exitOverride();
  }

  /** A command that talks to the API. */
  connected(name: string, description: string, parent = this.program): Command {
    return this.local(name, description, parent)
      .option('--url <url>', 'address of the API (or STELE_URL)')
      .option('--token <token>', 'admin token (or STELE_TOKEN, which other users of the machine cannot see)')
      .option('--instance <file>', 'instance.json of a local instance, for address and token')
      .option('--project <project>', 'id or short name of the project: stops if the token is of another');
  }

  /** A command for people, who sign in with `stele login`. */
  personal(name: string, description: string, parent = this.program): Command {
    return this.local(name, description, parent)
      .option('--url <url>', 'address of the API (or STELE_URL)')
      .option('--instance <file>', 'instance.json of a local instance, for address and login')
      .option('--project <project>', 'id or short name of the project; not needed when there is only one');
  }

  /** A command that needs no connection. */
  local(name: string, description: string, parent = this.program): Command {
    return parent.command(name).description(description).option('--json', 'print one JSON document, and nothing else');
  }

  /** Takes over a command's exit code. */
  async end(code: Promise<number>): Promise<void> {
    this.code = await code;
  }
}

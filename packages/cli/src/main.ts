#!/usr/bin/env node
import { Command } from 'commander';
import { UserError } from './errors.ts';
import { type ImportOptions, importCommand } from './import/command.ts';

const program = new Command('stele')
  .description('Work with a Stele project from the command line.')
  .version('0.1.0')
  .showHelpAfterError();

program
  .command('import')
  .description('Create entries from a file of JSON lines (also .gz), and publish them.')
  .argument(
    '<file>',
    'one document a line: {"external_id": "…", "values": {"en": {…}}}; slug and locales are taken too',
  )
  .requiredOption('-c, --collection <key>', 'collection that the entries go into')
  .option('--no-publish', 'create drafts only')
  .option('--add-locales', 'add locales that the project lacks')
  .option('--dry-run', 'say what would be done, and how long it would take')
  .option('--json', 'print the summary as JSON, and nothing else')
  .option('--url <url>', 'address of the API (or STELE_URL)')
  .option('--token <token>', 'admin token (or STELE_TOKEN, which other users of the machine cannot see)')
  .option('--instance <file>', 'instance.json of a local instance, for address and token')
  .action(async (file: string, options: ImportOptions) => {
    process.exitCode = await importCommand(file, options, process.env);
  });

/** The reason at the bottom of an error, for people. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof TypeError && error.message === 'fetch failed') {
    const cause = error.cause instanceof Error ? (error.cause.cause ?? error.cause) : error.cause;
    return `The API is out of reach (${cause instanceof Error ? cause.message : 'no answer'}). Is it running, and is the address right?`;
  }
  return error.message;
}

program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`${reasonOf(error)}\n`);
  if (!(error instanceof UserError) && process.env.DEBUG) process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 2;
});

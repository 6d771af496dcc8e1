import { ApiError } from '@stele/client';
import { CommanderError } from 'commander';
import { howToStart } from './connection.ts';
import { reasonOf, UserError } from './errors.ts';
import type { Io } from './io.ts';
import { CommandTable } from './program/command-table.ts';
import { addContentCommands } from './program/content-commands.ts';
import { addProjectCommands } from './program/project-commands.ts';
import { addSchemaCommands } from './program/schema-commands.ts';
import { addStartCommands } from './program/start-commands.ts';

/**
 * Runs the command.
 *
 * @param argv the words behind `stele`
 * @returns the exit code
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const table = new CommandTable(io);
  addStartCommands(table);
  addSchemaCommands(table);
  addContentCommands(table);
  addProjectCommands(table);
  try {
    await table.program.parseAsync(argv, { from: 'user' });
    return table.code;
  } catch (error) {
    // Commander has said what is wrong, or shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const message = (await howToStart(io, error)) ?? reasonOf(error);
    io.stderr.write(`${message}\n`);
    if (!(error instanceof UserError) && io.env.DEBUG) io.stderr.write(`${(error as Error).stack}\n`);
    if (argv.includes('--json')) {
      const code = error instanceof ApiError ? error.code : null;
      const details = error instanceof ApiError || error instanceof UserError ? (error.details ?? null) : null;
      io.stdout.write(`${JSON.stringify({ error: { code, message, details } })}\n`);
    }
    return 2;
  }
}

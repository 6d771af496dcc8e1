#!/usr/bin/env node
import { processIo } from './io.ts';
import { run } from './run.ts';

/** The exit code for a program that a closed pipe ended. */
const BROKEN_PIPE = 128 + 13;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of the output, such as `head`, has read enough.
  if (error.code === 'EPIPE') process.exit(BROKEN_PIPE);
  throw error;
});

process.exitCode = await run(process.argv.slice(2), processIo());

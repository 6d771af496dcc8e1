import { type Logger, pino } from 'pino';
import type { LogLevel } from './settings.ts';

/** How many characters may wait to be written. */
const MOST_WAITING = 1_000_000;

/**
 * One line of JSON an event, to standard output. Lines that can't be written, as on a full disk, wait or are left out: a log
 * never stops the program.
 */
export function newLog(level: LogLevel): Logger {
  const destination = pino.destination({ fd: 1, sync: true, maxLength: MOST_WAITING });
  const outputs: NodeJS.EventEmitter[] = [destination, process.stdout, process.stderr];
  for (const output of outputs) output.on('error', () => undefined);
  return pino({ level, base: { service: 'content' }, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

import { type Logger, pino } from 'pino';
import type { LogLevel } from './settings.ts';

/** The most characters that wait to be written. */
const MOST_WAITING = 1_000_000;

/**
 * A line of JSON for each event, to standard output. If lines can't be written, for example on a full disk, they wait or are
 * dropped: a log never stops the program.
 */
export function newLog(level: LogLevel): Logger {
  const destination = pino.destination({ fd: 1, sync: true, maxLength: MOST_WAITING });
  const outputs: NodeJS.EventEmitter[] = [destination, process.stdout, process.stderr];
  for (const output of outputs) output.on('error', () => undefined);
  return pino({ level, base: { service: 'content' }, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

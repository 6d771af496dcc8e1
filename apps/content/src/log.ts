import { type Logger, pino } from 'pino';
import type { LogLevel } from './settings.ts';

/** One line of JSON an event, to standard output. */
export function newLog(level: LogLevel): Logger {
  return pino({ level, base: { service: 'content' }, timestamp: pino.stdTimeFunctions.isoTime });
}

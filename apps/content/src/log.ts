import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './settings.ts';

/** The most characters that wait to be written. */
const MOST_WAITING = 1_000_000;

/** Lines that are written together: those of one turn of the event loop, up to so many characters. */
const MOST_TOGETHER = 16_384;

/**
 * A line of JSON for each event, to standard output. If lines can't be written, for example on a full disk, they wait or are
 * dropped: a log never stops the program.
 */
export function newLog(level: LogLevel): Logger {
  const destination = pino.destination({ fd: 1, sync: true, maxLength: MOST_WAITING });
  const outputs: NodeJS.EventEmitter[] = [destination, process.stdout, process.stderr];
  for (const output of outputs) output.on('error', () => undefined);
  const written = inTurns((lines) => void destination.write(lines));
  return pino({ level, base: { service: 'content' }, timestamp: pino.stdTimeFunctions.isoTime }, written);
}

/** A write for each line takes a system call, which is much of what a small answer takes. */
function inTurns(write: (lines: string) => void): DestinationStream {
  let waiting = '';
  const writeAll = (): void => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') write(lines);
  };
  process.on('exit', writeAll);
  return {
    write(line) {
      if (waiting === '') setImmediate(writeAll);
      waiting += line;
      if (waiting.length > MOST_TOGETHER) writeAll();
    },
  };
}

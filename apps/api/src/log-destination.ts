import { pino } from 'pino';

/** The most characters that wait to be written. */
const MOST_WAITING = 1_000_000;

/** Standard output. If lines can't be written, for example on a full disk, they wait or are dropped: a log never stops the program. */
export function logDestination(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ fd: 1, sync: true, maxLength: MOST_WAITING });
  const outputs: NodeJS.EventEmitter[] = [destination, process.stdout, process.stderr];
  for (const output of outputs) output.on('error', () => undefined);
  return destination;
}

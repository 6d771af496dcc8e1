import { pino } from 'pino';

/** Characters of lines that wait to be written. */
const MOST_WAITING = 1_000_000;

/** Standard output. Lines that can't be written, as on a full disk, wait or are left out: a log never stops the program. */
export function logDestination(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ fd: 1, sync: true, maxLength: MOST_WAITING });
  const outputs: NodeJS.EventEmitter[] = [destination, process.stdout, process.stderr];
  for (const output of outputs) output.on('error', () => undefined);
  return destination;
}

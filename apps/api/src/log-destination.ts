import { pino } from 'pino';

/** Characters of lines that wait to be written. */
const MOST_WAITING = 1_000_000;

/** Standard output. Lines that can't be written, as on a full disk, wait or are left out: a log never stops the program. */
export function logDestination(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ fd: 1, sync: true, maxLength: MOST_WAITING });
  for (const stream of [destination, process.stdout, process.stderr]) stream.on('error', () => undefined);
  return destination;
}

import type { Entry } from '../index.ts';
import { consoleLog } from '../log.ts';

/** Ids of the drafts that the log has named: they are read with each request. */
const told = new Set<string>();

/**
 * Whether an entry has all that its collection requires, as everything published does: `entries.filter(isComplete)` leaves out
 * half-written drafts. The log names each once.
 */
export function isComplete({ id, collection, invalid }: Pick<Entry, 'id' | 'collection' | 'invalid'>): boolean {
  if (!invalid) return true;
  const what = `The draft ${id} of ${collection} isn't shown yet`;
  if (!told.has(id)) consoleLog.warn(`${what}: it couldn't be published as it is. The editor says what it lacks.`);
  told.add(id);
  return false;
}

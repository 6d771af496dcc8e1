import { randomUUID } from 'node:crypto';
import type { Presence } from '../presence/presence.ts';

/**
 * A message that says who came, went or moved. The stream has no number for it: a stream that continues begins with everyone who is there.
 *
 * @param isWhole whether these are all
 */
export function presenceFrame(people: readonly Presence[], isWhole: boolean, now: Date): string {
  const data = {
    whole: isWhole,
    people: people.map(({ tab, person, entryId, locale, path }) => ({ tab, person, entry_id: entryId, locale, path })),
  };
  const view = { id: randomUUID(), type: 'presence', at: now.toISOString(), subject_id: null, actor: null, data };
  return `event: presence\ndata: ${JSON.stringify(view)}\n\n`;
}

import type { Presence } from '../presence/presence.ts';

/**
 * A message that says who came, went or moved. It has no id: a stream that continues begins with everyone who is there.
 *
 * @param isWhole whether these are all
 */
export function presenceFrame(people: readonly Presence[], isWhole: boolean): string {
  const at = new Date(Math.max(0, ...people.map((one) => one.at))).toISOString();
  const data = {
    whole: isWhole,
    people: people.map(({ tab, person, entryId, locale, path }) => ({ tab, person, entry_id: entryId, locale, path })),
  };
  const view = { id: 'presence', type: 'presence', at, subject_id: null, actor: null, data };
  return `event: presence\ndata: ${JSON.stringify(view)}\n\n`;
}

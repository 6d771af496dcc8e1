import type { SiteWords } from '#messages/site';
import type { Outputs } from '@/api/trpc.ts';
import type { Formats } from '@/i18n/formats.ts';

type Snapshot = Outputs['snapshots']['list']['data'][number];
type Reason = Snapshot['changes'][number]['reason'];

/** The words and formats of the history. */
interface SiteTelling {
  readonly words: SiteWords;
  readonly formats: Pick<Formats, 'list' | 'number'>;
}

/** More entries than these are counted, not named. */
const NAMED = 2;

/** People's changes in words: `Ada published “Hello” and 2 more`. One line for each person and kind of change. */
export function changeLines({ changes }: Pick<Snapshot, 'changes'>, { words, formats }: SiteTelling): string[] {
  const groups = new Map<string, { who: string; reason: Reason; entries: Map<string, string> }>();
  for (const { actor, reason, entry_id: id, entry_title: title } of changes) {
    const key = `${actor.id}:${reason}`;
    const group = groups.get(key) ?? { who: actor.name, reason, entries: new Map() };
    if (id) group.entries.set(id, title ? words.quote({ title }) : words.anEntry);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ who, reason, entries }) => {
    const names = [...entries.values()];
    const more = names.length - NAMED;
    const parts = more > 0 ? [...names.slice(0, NAMED), words.more({ count: more })] : names;
    return words.did[reason]({ who, what: parts.length > 0 ? formats.list(parts) : words.entries });
  });
}

/** Addresses of the people who did it: names are what they call themselves. */
export function peopleOf({ changes }: Pick<Snapshot, 'changes'>): string[] {
  return [...new Set(changes.flatMap(({ actor }) => actor.email ?? []))];
}

/** How much changed: `2 new, 1 changed, 1 removed`. */
export function countsLine(
  { added, changed, removed }: Pick<Snapshot, 'added' | 'changed' | 'removed'>,
  { words, formats }: SiteTelling,
): string {
  const parts = [
    added > 0 && words.newCount({ count: formats.number(added) }),
    changed > 0 && words.changedCount({ count: formats.number(changed) }),
    removed > 0 && words.removedCount({ count: formats.number(removed) }),
  ].filter(Boolean);
  return parts.length === 0 ? words.noVisibleChange : parts.join(', ');
}

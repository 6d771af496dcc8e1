import type { Outputs } from '@/api/trpc.ts';

type Snapshot = Outputs['snapshots']['list']['data'][number];

const REASONS: Record<Snapshot['changes'][number]['reason'], string> = {
  publish: 'published',
  unpublish: 'took off the site',
  republish: 'put back on the site',
  delete: 'deleted',
  order: 'reordered',
  asset: 'changed what is shown of assets',
  schema: 'pushed a schema',
  restore: 'restored an earlier snapshot',
};

/** More entries than these are counted, not named. */
const NAMED = 2;

/** What somebody did, in words: `Ada published “Hello” and 2 more`. One line for each person and kind of change. */
export function changeLines({ changes }: Pick<Snapshot, 'changes'>): string[] {
  const groups = new Map<string, { who: string; reason: keyof typeof REASONS; entries: Map<string, string> }>();
  for (const { actor, reason, entry_id: id, entry_title: title } of changes) {
    const key = `${actor.id}:${reason}`;
    const group = groups.get(key) ?? { who: actor.name, reason, entries: new Map() };
    if (id) group.entries.set(id, title ? `“${title}”` : 'an entry');
    groups.set(key, group);
  }
  return [...groups.values()].map(({ who, reason, entries }) => {
    const names = [...entries.values()];
    const more = names.length - NAMED;
    const parts = more > 0 ? [...names.slice(0, NAMED), `${more} more`] : names;
    const what = new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);
    return [who, REASONS[reason], what].filter(Boolean).join(' ');
  });
}

/** Addresses of the people who did it: names are what they call themselves. */
export function peopleOf({ changes }: Pick<Snapshot, 'changes'>): string[] {
  return [...new Set(changes.flatMap(({ actor }) => actor.email ?? []))];
}

/** How much changed: `2 new, 1 changed, 1 gone`. */
export function countsLine({ added, changed, removed }: Pick<Snapshot, 'added' | 'changed' | 'removed'>): string {
  const parts = [added && `${added} new`, changed && `${changed} changed`, removed && `${removed} gone`].filter(
    Boolean,
  );
  return parts.length === 0 ? 'nothing visible changed' : parts.join(', ');
}

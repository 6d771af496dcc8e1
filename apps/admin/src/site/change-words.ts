import type { Outputs } from '@/api/trpc.ts';

type Snapshot = Outputs['snapshots']['list']['data'][number];

const REASONS: Record<Snapshot['changes'][number]['reason'], string> = {
  publish: 'published',
  unpublish: 'took off the site',
  delete: 'deleted',
  order: 'reordered',
  schema: 'pushed a schema',
  restore: 'restored an earlier snapshot',
};

/** What somebody did, in words: `Ada published 3 entries`. One line for each person and kind of change. */
export function changeLines({ changes }: Snapshot): string[] {
  const groups = new Map<string, { readonly who: string; readonly reason: keyof typeof REASONS; count: number }>();
  for (const { actor, reason, entry_id: entryId } of changes) {
    const key = `${actor.id}:${reason}`;
    const group = groups.get(key) ?? { who: actor.name, reason, count: 0 };
    groups.set(key, { ...group, count: group.count + (entryId ? 1 : 0) });
  }
  return [...groups.values()].map(({ who, reason, count }) => {
    const what = count === 0 ? '' : count === 1 ? ' an entry' : ` ${count} entries`;
    return `${who} ${REASONS[reason]}${what}`;
  });
}

/** How much changed: `2 new, 1 changed, 1 gone`. */
export function countsLine({ added, changed, removed }: Pick<Snapshot, 'added' | 'changed' | 'removed'>): string {
  const parts = [added && `${added} new`, changed && `${changed} changed`, removed && `${removed} gone`].filter(
    Boolean,
  );
  return parts.length === 0 ? 'nothing visible changed' : parts.join(', ');
}

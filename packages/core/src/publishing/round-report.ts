import type { AuditRecord } from '../platform/audit-records.store.ts';
import type { CommonEventKind, OutboxEvent } from '../platform/events.store.ts';
import type { Interpretation } from './changes/interpretation.ts';
import type { HistoryItem } from './going-live.store.ts';
import type { PlannedChange, PublishCommand, Round } from './round.ts';

/** A change of an entry in some locales, for history, audit log and events. */
interface ReportedChange {
  readonly reason: Interpretation['reason'];
  readonly locales: readonly string[];
}

/** Undoing a publish can restore some locales of an entry and take others off the site. Then there are two reports. */
function reportsOf({ interpretation: { reason }, plan, after }: PlannedChange): ReportedChange[] {
  if (reason === 'restore') return [{ reason, locales: [...after.drafts.keys()] }];
  const off = [...plan.live].filter(([, live]) => live === null).map(([locale]) => locale);
  const on = [...plan.live.keys()].filter((locale) => !off.includes(locale));
  if (reason !== 'republish' || off.length === 0) return [{ reason, locales: [...plan.live.keys()] }];
  return [...(on.length > 0 ? [{ reason, locales: on }] : []), { reason: 'unpublish', locales: off }];
}

/**
 * The reasons why published content changes: an item for each entry that a command changes on the site, or one item for a command
 * about assets.
 */
export function roundHistory({ changes }: Round): HistoryItem[] {
  const reported = new Set<PublishCommand>();
  return changes.flatMap((change): HistoryItem[] => {
    const { command, interpretation, after } = change;
    const { actor, requestId: request_id } = command;
    const { about, reason } = interpretation;
    if (change.plan.live.size === 0) return [];
    if (!about) {
      return reportsOf(change).map((one) => ({ ...one, entry_id: after.id, title: after.title, actor, request_id }));
    }
    if (reported.has(command)) return [];
    reported.add(command);
    return [{ reason, ...about, actor, request_id }];
  });
}

/** The rows of the audit log; none for a new rendering, which isn't about entries. */
export function roundAudit({ project, publishedAt: at, changes }: Round, snapshotId: string | null): AuditRecord[] {
  return changes.flatMap((change) => {
    const { command, plan, after } = change;
    const data = { title: after.title, collection_key: after.collectionKey, version: after.version };
    const live = plan.live.size > 0 ? snapshotId : null;
    return reportsOf(change).flatMap(({ reason, locales }): AuditRecord[] => {
      if (reason === 'asset') return [];
      return [
        {
          projectId: project.id,
          action: `entry.${reason}`,
          targetId: after.id,
          actor: command.actor,
          requestId: command.requestId,
          data: reason === 'restore' ? data : { ...data, locales, snapshot_id: live },
          at,
        },
      ];
    });
  });
}

/** The events of the changes. A live entry that goes to the trash causes two. */
export function roundEvents({ changes }: Round): OutboxEvent[] {
  return changes.flatMap((change) => {
    const { command, before, after } = change;
    return reportsOf(change).flatMap(({ reason, locales }) => {
      const data = { collection_key: after.collectionKey, version: after.version, locales, actor: command.actor };
      const happened = (kind: CommonEventKind): boolean =>
        (kind !== 'entry.unpublished' || locales.length > 0) &&
        (kind !== 'entry.restored' || before.trashedAt !== null);
      const kinds = EVENTS[reason].filter(happened);
      return kinds.map((kind): OutboxEvent => ({ kind, subjectId: after.id, data }));
    });
  });
}

const EVENTS: Readonly<Record<Interpretation['reason'], readonly CommonEventKind[]>> = {
  publish: ['entry.published'],
  republish: ['entry.restored', 'entry.published'],
  unpublish: ['entry.unpublished'],
  delete: ['entry.unpublished', 'entry.trashed'],
  restore: ['entry.restored'],
  order: ['entry.moved'],
  asset: ['entry.rerendered'],
};

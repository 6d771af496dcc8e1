import { entryActions, entryEvents } from '../entries/entry.names.ts';
import type { AuditRecord } from '../platform/audit-records.store.ts';
import type { OutboxEvent } from '../platform/events.store.ts';
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
export function roundHistory({ project, changes }: Round): HistoryItem[] {
  const reported = new Set<PublishCommand>();
  return changes.flatMap((change): HistoryItem[] => {
    const { command, interpretation, after } = change;
    const { actor, requestId: request_id } = command;
    const { about, reason } = interpretation;
    if (change.plan.live.size === 0) return [];
    if (reason === 'path') {
      // Content that follows a change is a part of it. Only a push has pages moved that nobody names.
      if (command.change.kind !== 'repath' || reported.has(command)) return [];
      reported.add(command);
      return [{ reason: 'schema', schema_version: project.schemaVersion, actor, request_id }];
    }
    if (!about) {
      return reportsOf(change).flatMap(({ reason: own, locales }) =>
        own === 'path' ? [] : [{ reason: own, locales, entry_id: after.id, title: after.title, actor, request_id }],
      );
    }
    if (reported.has(command)) return [];
    reported.add(command);
    return [{ reason, ...about, actor, request_id }];
  });
}

/** Where published content is after a round, as its events say: nothing without a snapshot. */
type Arrival = { readonly snapshot_id: string; readonly sequence: number } | null;

/** The rows of the audit log, with their events. A live entry that goes to the trash causes two events. */
export function roundAudit({ project, publishedAt: at, changes }: Round, arrival: Arrival): AuditRecord[] {
  return changes.flatMap((change) => {
    const { command, plan, before, after } = change;
    const entry = { title: after.title, collection_key: after.collectionKey, version: after.version };
    const live = plan.live.size > 0 ? (arrival?.snapshot_id ?? null) : null;
    return reportsOf(change).flatMap(({ reason, locales }): AuditRecord[] => {
      if (reason === 'asset' || reason === 'path') return [];
      return [
        {
          projectId: project.id,
          action: entryActions[`entry.${reason}`],
          targetId: after.id,
          actor: command.actor,
          requestId: command.requestId,
          data: reason === 'restore' ? entry : { ...entry, locales, snapshot_id: live },
          events: {
            data: { locales, ...arrival },
            without: [
              ...(locales.length === 0 ? ['entry.unpublished'] : []),
              ...(before.trashedAt === null ? ['entry.restored'] : []),
            ],
          },
          at,
        },
      ];
    });
  });
}

/** The events of new renderings, which aren't in the audit log. */
export function roundEvents({ changes }: Round, arrival: Arrival): OutboxEvent[] {
  return changes.flatMap((change) =>
    reportsOf(change).flatMap(({ reason, locales }): OutboxEvent[] => {
      const { command, after } = change;
      if (reason !== 'asset' && reason !== 'path') return [];
      const entry = { collection_key: after.collectionKey, version: after.version, locales, actor: command.actor };
      return [{ kind: entryEvents['entry.rerendered'], subjectId: after.id, data: { ...entry, ...arrival } }];
    }),
  );
}

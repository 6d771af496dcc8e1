import type { Json } from '@stele/snapshot';
import { isReadable, type ReadableCollections } from '../../access/permissions.ts';
import type { Actor } from '../../platform/actor.ts';
import type { ProjectAuditAction } from '../../platform/audit-actions.ts';
import { INBOX_CHANGED } from '../../platform/events.store.ts';

/** An event of a project, as it's streamed. */
export interface StreamEvent {
  /** Identifies it: an event that is sent twice has the same id. */
  readonly id: string;
  readonly projectId: string;
  /** noun.past-participle */
  readonly type: string;
  readonly at: Date;
  /** When it was written, which may be after `at`. */
  readonly recordedAt: Date;
  readonly subjectId: string | null;
  /** Null for events that no one caused. */
  readonly actor: Actor | null;
  /** Versions, locales, snapshots; no values. */
  readonly data: Readonly<Record<string, Json>>;
}

/** The event types of changes by people and programs, by their action in the audit log. */
export const TYPES_BY_ACTION: Readonly<Partial<Record<ProjectAuditAction, string>>> = {
  'entry.create': 'entry.created',
  'entry.duplicate': 'entry.created',
  'entry.save': 'entry.saved',
  'entry.restore_version': 'entry.saved',
  'entry.publish': 'entry.published',
  'entry.republish': 'entry.published',
  'entry.unpublish': 'entry.unpublished',
  'entry.delete': 'entry.trashed',
  'entry.restore': 'entry.restored',
  'entry.order': 'entry.moved',
  'entry.review': 'entry.reviewed',
  'schema.sync': 'schema.synced',
  'asset.upload': 'asset.created',
  'asset.copy': 'asset.created',
  'asset.update': 'asset.updated',
  'asset.replace': 'asset.updated',
  'asset.restore_version': 'asset.updated',
  'asset.delete': 'asset.trashed',
  'asset.restore': 'asset.restored',
  'comment.create': 'comment.created',
  'comment.update': 'comment.updated',
  'comment.delete': 'comment.deleted',
  'comment.resolve': 'comment.resolved',
  'comment.reopen': 'comment.reopened',
  'deploy_target.create': 'target.created',
  'deploy_target.update': 'target.updated',
  'deploy_target.resume': 'target.updated',
  'deploy_target.delete': 'target.deleted',
};

/** The kinds of outbox events that have no record in the audit log. */
export const STREAMED_KINDS = [
  'snapshot.live',
  'asset.ready',
  'asset.failed',
  'deployment.triggered',
  'deployment.updated',
  'deployment.failed',
  'target.paused',
  INBOX_CHANGED,
] as const;

/** Whether a reader gets an event. Tokens get none about deployments, comments and inboxes; an inbox is one person's. */
export function isForReader(
  { type, subjectId, data }: StreamEvent,
  { personId, reads }: { readonly personId: string | null; readonly reads: ReadableCollections },
): boolean {
  if (personId === null && /^(deployment|target|comment|inbox)\./.test(type)) return false;
  if (type === INBOX_CHANGED) return subjectId === personId;
  // Events of entries and comments name the collection.
  return !/^(entry|comment)\./.test(type) || isReadable(reads, String(data.collection_key));
}

import type { Json } from '@stele/snapshot';
import type { Actor } from '../../platform/actor.ts';
import type { ProjectAuditAction } from '../../platform/audit-actions.ts';

/** Something that happened in a project, as open screens are told. */
export interface StreamEvent {
  /** Names it: what is told twice has the same. */
  readonly id: string;
  readonly projectId: string;
  /** noun.past-participle */
  readonly type: string;
  readonly at: Date;
  /** When it was written, which may be a while after that. */
  readonly recordedAt: Date;
  readonly subjectId: string | null;
  /** Null for what nobody asked for. */
  readonly actor: Actor | null;
  /** Versions, locales, snapshots; no values. */
  readonly data: Readonly<Record<string, Json>>;
}

/** What changes of people and programs are called, by their action in the audit log. */
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
  'schema.sync': 'schema.synced',
  'asset.upload': 'asset.created',
  'asset.update': 'asset.updated',
  'asset.replace': 'asset.updated',
  'asset.restore_version': 'asset.updated',
  'asset.delete': 'asset.trashed',
  'asset.restore': 'asset.restored',
  'deploy_target.create': 'target.created',
  'deploy_target.update': 'target.updated',
  'deploy_target.resume': 'target.updated',
  'deploy_target.delete': 'target.deleted',
};

/** Kinds of the outbox's events that no record of the audit log stands for. */
export const STREAMED_KINDS = [
  'snapshot.live',
  'asset.ready',
  'asset.failed',
  'deployment.triggered',
  'deployment.updated',
  'deployment.failed',
  'target.paused',
] as const;

/** Whether project tokens are told of events of a type: of deployments they aren't. */
export function isForTokens(type: string): boolean {
  return !/^(deployment|target)\./.test(type);
}

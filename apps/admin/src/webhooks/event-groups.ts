import type { WebhookEventKind } from '@stele/core/client';

export type EventGroup = 'entries' | 'site' | 'media' | 'delivery';

/** Where each kind of event happens that webhooks can get, in the order in which forms list them. */
const GROUP_OF: Readonly<Record<WebhookEventKind, EventGroup>> = {
  'entry.published': 'entries',
  'entry.unpublished': 'entries',
  'entry.trashed': 'entries',
  'entry.restored': 'entries',
  'entry.reviewed': 'entries',
  'comment.created': 'entries',
  'comment.resolved': 'entries',
  'snapshot.live': 'site',
  'schema.synced': 'site',
  'asset.ready': 'media',
  'asset.trashed': 'media',
  'deployment.failed': 'delivery',
  'target.paused': 'delivery',
};

/** Every kind of event that webhooks can get. */
export const WEBHOOK_EVENTS = Object.keys(GROUP_OF) as WebhookEventKind[];

export const EVENT_GROUPS: readonly EventGroup[] = [...new Set(Object.values(GROUP_OF))];

export const eventsIn = (group: EventGroup): WebhookEventKind[] =>
  WEBHOOK_EVENTS.filter((kind) => GROUP_OF[kind] === group);

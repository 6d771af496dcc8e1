/** Events that webhooks can get, by where they happen. */
export const EVENT_GROUPS = {
  entries: [
    'entry.published',
    'entry.unpublished',
    'entry.trashed',
    'entry.restored',
    'entry.reviewed',
    'comment.created',
    'comment.resolved',
  ],
  site: ['snapshot.live', 'schema.synced'],
  media: ['asset.ready', 'asset.trashed'],
  delivery: ['deployment.failed', 'target.paused'],
} as const;

export type EventGroup = keyof typeof EVENT_GROUPS;
export type WebhookEvent = (typeof EVENT_GROUPS)[EventGroup][number];

/** Every event that webhooks can get. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = Object.values(EVENT_GROUPS).flat();

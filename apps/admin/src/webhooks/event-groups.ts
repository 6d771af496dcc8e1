/** What webhooks can be told of, by the rooms in which it happens. */
export const EVENT_GROUPS = {
  entries: ['entry.published', 'entry.unpublished', 'entry.trashed', 'entry.restored'],
  site: ['snapshot.live', 'schema.synced'],
  media: ['asset.ready', 'asset.trashed'],
  delivery: ['deployment.failed', 'target.paused'],
} as const;

export type EventGroup = keyof typeof EVENT_GROUPS;
export type WebhookEvent = (typeof EVENT_GROUPS)[EventGroup][number];

/** Every event that webhooks can be told of. */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = Object.values(EVENT_GROUPS).flat();

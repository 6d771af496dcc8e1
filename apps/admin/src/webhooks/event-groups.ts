import type { Feature, WebhookEventGroup } from '@/project/feature.ts';

/** Where events happen that webhooks can get, in the order in which forms list them. */
export const EVENT_GROUPS: readonly WebhookEventGroup[] = ['entries', 'site', 'media', 'delivery'];

/** The events of a group that webhooks can get. */
export function webhookEvents<Webhook extends string>(
  features: readonly Feature<string, Webhook>[],
  group: WebhookEventGroup,
): readonly Webhook[] {
  return features.flatMap(({ webhookEvents: [where, kinds] = ['entries', []] }) => (where === group ? kinds : []));
}

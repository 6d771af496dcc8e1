import type { Json } from '@stele/snapshot';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { EventRules } from '../../../platform/events.store.ts';
import type { WriteContext } from '../../../platform/write-context.ts';
import { yieldToRequests } from '../../../platform/yield-to-requests.ts';
import { insertDeliveries, type NewDelivery } from './deliveries.store.ts';
import {
  loadPublishedValues,
  markFannedOut,
  type PublishedVersion,
  publishedKey,
  skipOlderEvents,
  takeEvents,
} from './fan-out.store.ts';
import { type StoredEvent, webhookMessage } from './message.ts';
import { loadSubscriptions, type WebhookSubscription } from './webhook.store.ts';
import type { WebhookFilter } from './webhook.ts';

/** The kind of job that fans out a project's events to webhooks; its key is the project's id. The database schedules it. */
export const FAN_OUT_EVENTS = 'fan-out-events';

const BATCH = 50;

/** Writes a message for each event and each webhook that gets it. @returns how many events there were */
export async function fanOutEvents(
  { database, clock, eventRules }: WriteContext['services'] & { readonly eventRules: EventRules },
  projectId: string,
  signal: AbortSignal,
): Promise<number> {
  await skipOlderEvents(database.pool, projectId);
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const count = await inTransaction(database.pool, async (client) => {
      const events = await takeEvents(client, projectId, BATCH);
      const webhooks = events.length > 0 ? await loadSubscriptions(client, projectId) : [];
      const deliveries = await deliveriesOf(client, eventRules, projectId, events, webhooks);
      await insertDeliveries(client, projectId, deliveries, clock.now());
      await markFannedOut(
        client,
        events.map(({ id }) => id),
      );
      return events.length;
    });
    total += count;
    if (count < BATCH) return total;
    await yieldToRequests();
  }
}

/** The messages about events to webhooks. A webhook gets no events from before it was made. */
export async function deliveriesOf(
  client: Queryable,
  rules: EventRules,
  projectId: string,
  events: readonly StoredEvent[],
  webhooks: readonly WebhookSubscription[],
): Promise<NewDelivery[]> {
  const accepted = webhooks.map((webhook) => ({
    webhook,
    events: events.filter((event) => event.createdAt >= webhook.createdAt && isFor(webhook, event)),
  }));
  const withValues = accepted.flatMap((one) => (one.webhook.includeValues ? one.events : []));
  const versions = new Map(
    withValues.flatMap((event) => versionOf(event) ?? []).map((one) => [publishedKey(one), one]),
  );
  const values = versions.size > 0 ? await loadPublishedValues(client, projectId, [...versions.values()]) : new Map();
  return accepted.flatMap(({ webhook, events: own }) =>
    own.map((event) => ({
      webhookId: webhook.id,
      eventId: event.id,
      kind: event.kind,
      body: webhookMessage(rules, event, webhook.includeValues ? publishedIn(webhook, event, values) : null),
    })),
  );
}

/** Whether a webhook gets an event. Filters for collections and locales only apply to events about entries. */
function isFor({ events, collections, locales }: WebhookFilter, { kind, data }: StoredEvent): boolean {
  const { collection_key: collection, locales: changed } = data;
  if (!events.includes(kind)) return false;
  if (collections.length > 0 && typeof collection === 'string' && !collections.includes(collection)) return false;
  return locales.length === 0 || !Array.isArray(changed) || changed.some((locale) => locales.includes(String(locale)));
}

function versionOf({ kind, subjectId, data }: StoredEvent): [PublishedVersion] | null {
  if (kind !== 'entry.published' || typeof data.version !== 'number') return null;
  return [{ entryId: subjectId, version: data.version }];
}

/** The values that an event published, in the locales of a webhook; null for other events. */
function publishedIn(
  { locales }: WebhookFilter,
  event: StoredEvent,
  values: ReadonlyMap<string, ReadonlyMap<string, Json>>,
): ReadonlyMap<string, Json> | null {
  const [version] = versionOf(event) ?? [];
  if (!version) return null;
  const published = values.get(publishedKey(version)) ?? new Map<string, Json>();
  return new Map([...published].filter(([locale]) => locales.length === 0 || locales.includes(locale)));
}

import type { Json } from '@stele/snapshot';
import { type EventRules, rulesOf } from '../../../platform/events.store.ts';

/** An event as it's stored in the outbox. */
export interface StoredEvent {
  /** A number, as text. */
  readonly id: string;
  readonly projectId: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly data: { readonly [key: string]: Json };
  readonly createdAt: Date;
}

/** Standard Webhooks wants messages to be shorter than 20 kB. */
const MAX_BYTES = 20_000;

/**
 * The body of a message: `{type, timestamp, data}`, as in Standard Webhooks.
 *
 * @param values published values by locale, for a webhook that wants them; a message that would become too long says so
 *   instead
 */
export function webhookMessage(
  rules: EventRules,
  { projectId, kind, subjectId, data, createdAt }: Omit<StoredEvent, 'id'>,
  values: ReadonlyMap<string, Json> | null,
): string {
  const { subject } = rulesOf(rules, kind);
  const about = { project_id: projectId, ...(subject !== undefined && { [subject]: subjectId }), ...data };
  const write = (more: object): string =>
    JSON.stringify({ type: kind, timestamp: createdAt.toISOString(), data: { ...about, ...more } });
  if (values === null) return write({});
  const whole = write({ values: Object.fromEntries(values) });
  return Buffer.byteLength(whole) < MAX_BYTES ? whole : write({ values: null, values_omitted: 'too_long' });
}

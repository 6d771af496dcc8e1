import type { Json } from '@stele/snapshot';

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

/** Noun of a kind of event → the field for the id of its subject. */
const SUBJECTS: Readonly<Record<string, string>> = {
  entry: 'entry_id',
  snapshot: 'snapshot_id',
  asset: 'asset_id',
  deployment: 'deployment_id',
  target: 'target_id',
  webhook: 'webhook_id',
  comment: 'comment_id',
};

/**
 * The body of a message: `{type, timestamp, data}`, as in Standard Webhooks.
 *
 * @param values published values by locale, for a webhook that wants them; a message that would become too long says so
 *   instead
 */
export function webhookMessage(
  { projectId, kind, subjectId, data, createdAt }: Omit<StoredEvent, 'id'>,
  values: ReadonlyMap<string, Json> | null,
): string {
  const subject = SUBJECTS[kind.split('.')[0] ?? ''];
  const about = { project_id: projectId, ...(subject !== undefined && { [subject]: subjectId }), ...data };
  const write = (more: object): string =>
    JSON.stringify({ type: kind, timestamp: createdAt.toISOString(), data: { ...about, ...more } });
  if (values === null) return write({});
  const whole = write({ values: Object.fromEntries(values) });
  return Buffer.byteLength(whole) < MAX_BYTES ? whole : write({ values: null, values_omitted: 'too_long' });
}

import { setTimeout } from 'node:timers/promises';
import pLimit from 'p-limit';
import { askForNext } from '../../../delivery/queue/outgoing-queue.store.ts';
import {
  askedWait,
  isGivenUp,
  messageRetries,
  pauseOf,
  waitAfterAttempt,
} from '../../../delivery/queue/retry-policy.ts';
import type { Services } from '../../../domains/services.ts';
import { OutgoingRequestError } from '../../../platform/outgoing/outgoing-error.ts';
import { perProcess } from '../../../platform/per-process.ts';
import { yieldToRequests } from '../../../platform/yield-to-requests.ts';
import { findDueDeliveries, messageQueue, recordMessageAttempt } from './deliveries.store.ts';
import { signedHeaders } from './signature.ts';
import { disableWebhook, loadWebhook, noteFailure, noteSuccess } from './webhook.store.ts';
import type { PendingDelivery, SendOutcome, WebhookRecord } from './webhook.ts';

const TIMEOUT_MS = 20_000;
/** The most bytes that are kept of an answer. */
const ANSWER_BYTES = 1_000;
/** How long to wait for the body of an answer. */
const ANSWER_MS = 2_000;
const AT_ONCE = 4;
const BATCH = 10;
/** How long one webhook's messages are delivered before other webhooks get their turn. */
const TURN_MS = 10_000;
const GONE = 410;

/** Services that sending needs. */
type Needed = Pick<Services, 'database' | 'clock'> & Pick<Services['delivery'], 'client' | 'secrets'>;

/** Delivers messages to webhooks. Only one process at a time may deliver for a webhook. */
export class WebhookSender {
  readonly #services: Needed;

  constructor(services: Needed) {
    this.#services = services;
  }

  /**
   * Delivers the due messages of a webhook, several at a time. A failing webhook gets one message at a time, with growing
   * pauses. If messages are left, the job is scheduled again.
   */
  async deliver(webhookId: string, signal: AbortSignal): Promise<void> {
    const { database, secrets, clock } = this.#services;
    const until = performance.now() + TURN_MS;
    const end = (): Promise<void> => askForNext(database.pool, messageQueue, webhookId, clock.now());
    for (;;) {
      const webhook = await loadWebhook(database.pool, secrets, webhookId, clock.now());
      if (webhook?.status !== 'active') return;
      if (webhook.notBefore && webhook.notBefore > clock.now()) return end();
      const isFailing = webhook.failingSince !== null;
      const due = await findDueDeliveries(database.pool, webhookId, clock.now(), isFailing ? 1 : BATCH);
      const isWell = await this.#deliverAll(webhook, due, signal);
      if (!isWell || due.length === 0 || performance.now() >= until || signal.aborted) return end();
      // A long queue gives way to requests.
      if (due.length === BATCH) await yieldToRequests();
    }
  }

  /** Sends a message once. */
  async send(
    webhook: Pick<WebhookRecord, 'url' | 'secrets' | 'unsignable'>,
    message: { readonly id: string; readonly body: string },
    signal?: AbortSignal,
  ): Promise<SendOutcome> {
    const { client, clock } = this.#services;
    const at = clock.now();
    const start = performance.now();
    const about = { at: at.toISOString(), url: webhook.url };
    if (webhook.unsignable !== null) {
      const error = `${webhook.unsignable} Give the webhook a new secret.`;
      const attempt = { ...about, duration_ms: 0, status: null, answer: null, error };
      return { attempt, isTaken: false, retryAfter: undefined };
    }
    const took = (): number => Math.round(performance.now() - start);
    try {
      const answer = await client.stream(
        webhook.url,
        {
          method: 'POST',
          headers: signedHeaders(message, webhook.secrets, at),
          body: message.body,
          timeoutMs: TIMEOUT_MS,
          ...(signal && { signal }),
        },
        async (body, { status, headers }) => ({ status, headers, text: await beginningOf(body) }),
      );
      const { status, headers, text } = answer;
      const attempt = { ...about, duration_ms: took(), status, answer: text, error: null };
      return { attempt, isTaken: status >= 200 && status < 300, retryAfter: headers['retry-after'] };
    } catch (error) {
      if (signal?.aborted || !(error instanceof OutgoingRequestError)) throw error;
      const attempt = { ...about, duration_ms: took(), status: null, answer: null, error: error.message };
      return { attempt, isTaken: false, retryAfter: undefined };
    }
  }

  /** Stops after the first message that isn't accepted. @returns whether all were accepted */
  async #deliverAll(webhook: WebhookRecord, due: readonly PendingDelivery[], signal: AbortSignal): Promise<boolean> {
    const limit = pLimit(AT_ONCE);
    let isWell = true;
    const deliver = async (delivery: PendingDelivery): Promise<void> => {
      if (!isWell || signal.aborted) return;
      if (!(await this.#deliverOne(webhook, delivery, signal))) isWell = false;
    };
    await Promise.all(due.map((delivery) => limit(() => deliver(delivery))));
    return isWell;
  }

  /** @returns whether it was accepted */
  async #deliverOne(webhook: WebhookRecord, delivery: PendingDelivery, signal: AbortSignal): Promise<boolean> {
    const { pool } = this.#services.database;
    const outcome = await this.send(webhook, delivery, signal);
    const now = this.#services.clock.now();
    const asked = askedWait(messageRetries, outcome.retryAfter, now);
    const wait = outcome.isTaken ? null : waitAfterAttempt(messageRetries, delivery.tried + 1, asked);
    await recordMessageAttempt(pool, delivery.id, outcome, wait === null ? null : new Date(now.getTime() + wait), now);
    if (outcome.isTaken) {
      if (webhook.failingSince !== null) await noteSuccess(pool, webhook.id);
      return true;
    }
    const since = await noteFailure(pool, webhook, (from) => pauseOf(from, asked, now), now);
    if (outcome.attempt.status === GONE) await disableWebhook(pool, webhook, 'gone', now);
    else if (isGivenUp(since, now)) await disableWebhook(pool, webhook, 'failing', now);
    return false;
  }
}

/** The beginning of an answer's body, if it arrives soon. The status has already decided the outcome. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  const reading = (async () => {
    let bytes = 0;
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= ANSWER_BYTES) break;
    }
  })();
  const timer = new AbortController();
  const late = setTimeout(ANSWER_MS, undefined, { signal: timer.signal });
  await Promise.race([reading, late]).catch(() => undefined);
  timer.abort();
  // Errors in the rest of the answer don't matter.
  reading.catch(() => undefined);
  late.catch(() => undefined);
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8');
  // The database can't store this character.
  return text.replaceAll('\0', '');
}

/** Delivers messages to webhooks, with the services of a process. */
export const webhookSenderOf = perProcess(
  ({ database, clock, delivery: { client, secrets } }: Services) =>
    new WebhookSender({ database, clock, client, secrets }),
);

import type { GuardedClient } from '../../../platform/outgoing/guarded-client.ts';
import { OutgoingRequestError } from '../../../platform/outgoing/outgoing-error.ts';
import { hideSecrets, readableReason, type TargetSettings } from '../target-settings.ts';
import { type PlatformRequest, textOf } from './platform.ts';

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES = 1024 * 1024;
const REASON_CHARACTERS = 200;

/** The outcome of a request to a platform. */
export interface PlatformAnswer {
  /** Null when there was no answer. */
  readonly status: number | null;
  /** The parsed body; null when it isn't JSON. */
  readonly body: unknown;
  /** Why it failed, without secrets; null when it succeeded. */
  readonly error: string | null;
  /** The Retry-After header of the answer. */
  readonly retryAfter: string | null;
  /** Whether the error may be temporary: there was no answer, or its status says so. */
  readonly isPassing: boolean;
  readonly durationMs: number;
}

/** Sends requests to platforms, and describes errors in words. */
export class PlatformClient {
  readonly #client: GuardedClient;
  readonly #origins: Readonly<Record<string, string>>;

  /** @param origins origin of a platform → the origin to use instead */
  constructor(client: GuardedClient, origins: Readonly<Record<string, string>> = {}) {
    this.#client = client;
    this.#origins = origins;
  }

  async send(
    { url, ...request }: PlatformRequest,
    settings: TargetSettings,
    signal?: AbortSignal,
  ): Promise<PlatformAnswer> {
    const { origin, pathname, search } = new URL(url);
    const address = `${this.#origins[origin] ?? origin}${pathname}${search}`;
    const started = performance.now();
    const common = { durationMs: 0, body: null, retryAfter: null };
    const took = (): number => Math.round(performance.now() - started);
    try {
      const options = { ...request, timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES, ...(signal && { signal }) };
      const answer = await this.#client.send(address, options);
      const body = parseJson(answer.body);
      const isTaken = answer.status >= 200 && answer.status < 300;
      const reason = readableReason(messageOf(answer.body, body), settings, REASON_CHARACTERS);
      return {
        status: answer.status,
        body,
        error: isTaken ? null : `The platform answered ${answer.status}${reason === '' ? '.' : `: ${reason}`}`,
        retryAfter: answer.headers['retry-after'] ?? null,
        isPassing: answer.status === 408 || answer.status === 429 || answer.status >= 500,
        durationMs: took(),
      };
    } catch (error) {
      if (!(error instanceof OutgoingRequestError)) throw error;
      const isPassing = error.fault === 'unreachable' || error.fault === 'timed_out';
      return { ...common, status: null, error: hideSecrets(error.message, settings), isPassing, durationMs: took() };
    }
  }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/** The error message in an answer. */
function messageOf(body: Buffer, parsed: unknown): string {
  const message =
    textOf(parsed, 'error', 'message') ?? textOf(parsed, 'message') ?? textOf(parsed, 'errors', 0, 'message');
  // A whole page of HTML helps no one.
  return message ?? (/^\s*</.test(body.toString('latin1', 0, 64)) ? '' : body.toString('utf8'));
}

import type { GuardedClient } from '../../platform/outgoing/guarded-client.ts';
import { OutgoingRequestError } from '../../platform/outgoing/outgoing-error.ts';
import { hideSecrets, type TargetSettings } from '../target-settings.ts';
import { type PlatformRequest, textOf } from './platform.ts';
import { readableReason } from './reason.ts';

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES = 1024 * 1024;
const REASON_CHARACTERS = 200;

/** What became of a request to a platform. */
export interface PlatformAnswer {
  /** Null when there was no answer. */
  readonly status: number | null;
  /** What the answer's body holds as JSON; null when it isn't JSON. */
  readonly body: unknown;
  /** Why it wasn't taken, without secrets; null when it was. */
  readonly error: string | null;
  /** Seconds, or a time, after which to come again. */
  readonly retryAfter: string | null;
  /** Whether another attempt could go better: nothing came, or a status that says so. */
  readonly isPassing: boolean;
  readonly durationMs: number;
}

/** Sends requests to platforms, and tells in words what became of them. */
export class PlatformClient {
  readonly #client: GuardedClient;
  readonly #origins: Readonly<Record<string, string>>;

  /** @param origins other addresses for platforms, by theirs; none unless given */
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
      const reason = readableReason(toldBy(answer.body, body), settings, REASON_CHARACTERS);
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

/** What an answer says about its refusal. */
function toldBy(body: Buffer, parsed: unknown): string {
  const told =
    textOf(parsed, 'error', 'message') ?? textOf(parsed, 'message') ?? textOf(parsed, 'errors', 0, 'message');
  // Whole pages of HTML tell people nothing.
  return told ?? (/^\s*</.test(body.toString('latin1', 0, 64)) ? '' : body.toString('utf8'));
}

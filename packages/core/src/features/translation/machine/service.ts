import { setTimeout } from 'node:timers/promises';
import { ApiError } from '../../../platform/errors.ts';
import type { GuardedClient, OutgoingRequest } from '../../../platform/outgoing/guarded-client.ts';
import { OutgoingRequestError } from '../../../platform/outgoing/outgoing-error.ts';
import { translationErrors } from '../translations.names.ts';

/** How a term is translated. */
export interface Term {
  readonly term: string;
  readonly translation: string;
}

/** Texts to translate at once. */
export interface TextsToTranslate {
  readonly texts: readonly string[];
  /** Whether they're XML, as `toMarkedText` writes it. */
  readonly isXml: boolean;
  /** Locales. */
  readonly from: string;
  readonly to: string;
  readonly glossary: readonly Term[];
}

/** Translates texts, in their order. @throws ApiError `translation.service_failed` */
export type TranslateTexts = (request: TextsToTranslate) => Promise<readonly string[]>;

/** Where a service is, and how it's asked. */
export interface ServiceAddress {
  readonly client: GuardedClient;
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** Ends the whole translation. */
  readonly signal: AbortSignal;
}

const ANSWER_BYTES = 4 * 1024 * 1024;
/** Models answer only once a whole text is translated. */
const TIMEOUT_MS = 120_000;
/** Pauses before a service that is busy is asked again. */
const PAUSES_MS = [1_000, 3_000];

/**
 * Asks a translation service, again when it's busy.
 *
 * @returns the JSON of its answer
 * @throws ApiError `translation.service_failed`
 */
export async function askService(
  client: GuardedClient,
  url: string,
  { headers, ...options }: Omit<OutgoingRequest, 'maxBytes' | 'timeoutMs' | 'headersTimeoutMs'>,
): Promise<unknown> {
  const request = {
    ...options,
    headers: { ...headers, ...(options.body !== undefined && { 'content-type': 'application/json' }) },
    maxBytes: ANSWER_BYTES,
    timeoutMs: TIMEOUT_MS,
    headersTimeoutMs: TIMEOUT_MS,
  };
  for (const pause of [...PAUSES_MS, null]) {
    const answer = await client.send(url, request).catch((error: unknown) => {
      if (options.signal?.aborted) throw serviceFailed('It took too long.');
      if (error instanceof OutgoingRequestError) throw serviceFailed(error.message);
      throw error;
    });
    const { status } = answer;
    if (status >= 200 && status < 300) return parsed(answer.body);
    if ((status !== 429 && status < 500) || pause === null)
      throw serviceFailed(`It answered ${status}${meaning(status)}.`, status);
    await setTimeout(pause);
  }
  return null;
}

/** The error for a service that doesn't do what it was asked. @param reason a sentence @param status of its answer, if that says it */
export function serviceFailed(reason: string, status?: number): ApiError {
  return new ApiError(translationErrors['translation.service_failed'], {
    message: `The translation service did not translate. ${reason}`,
    details: [{ path: [], message: reason, ...(status !== undefined && { service_status: status }) }],
  });
}

/** The meaning of statuses to the holder of the account, for DeepL's and others. */
function meaning(status: number): string {
  if (status === 401 || status === 403) return ': it refuses the key';
  if (status === 402 || status === 456) return ': the quota of the account is used up';
  if (status === 429) return ': it gets too many requests';
  return status === 404 ? ': there is no such address or model' : '';
}

function parsed(body: Buffer): unknown {
  if (body.length === 0) return null;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw serviceFailed('Its answer is not JSON.');
  }
}

import { findInexactNumber } from '@stele/schema';
import { takeBreak } from '../../platform/breaks.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { RestRequest } from './message.ts';

/** The most bytes of a request's body. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** The most bytes of a body of a public operation. */
export const MAX_PUBLIC_BODY_BYTES = 16 * 1024;

/**
 * Reads a JSON object from a request's body, and counts bytes as they arrive. No body counts as an empty object.
 *
 * @param most the most bytes
 * @throws ApiError 413 `payload_too_large`, 415 `unsupported_media_type`, 400 `validation_failed`
 */
export async function readJsonBody(request: RestRequest, most: number): Promise<Record<string, unknown>> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > most) throw tooLarge(most);
  const bytes = await readBytes(request, most);
  if (bytes.byteLength === 0) return {};
  if (!isJson(request.headers.get('content-type'))) throw new ApiError('unsupported_media_type');
  await takeBreak();
  const text = decode(bytes);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new ApiError('validation_failed', {
      message: 'The body is not valid JSON.',
      details: [{ path: [], message: cause instanceof Error ? cause.message : 'Not valid JSON.' }],
    });
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw invalid([], 'The body must be a JSON object.');
  }
  await takeBreak();
  const inexact = findInexactNumber(text);
  if (inexact) throw new ApiError('validation_failed', { details: [{ ...inexact }] });
  await takeBreak();
  return body as Record<string, unknown>;
}

/** Whether a Content-Type is JSON. */
export function isJson(contentType: string | null): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');
}

async function readBytes({ body }: RestRequest, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of body ?? []) {
      length += part.byteLength;
      if (length > most) throw tooLarge(most);
      chunks.push(part);
    }
  } catch (error) {
    throw asBrokenBody(error);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** Turns the error of a sender that disconnected into `request_timeout`, not `internal`. An ApiError stays as it is. */
export function asBrokenBody(error: unknown): unknown {
  return error instanceof ApiError ? error : new ApiError('request_timeout', { cause: error });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid([], 'The body is not valid UTF-8.');
  }
}

function tooLarge(most: number): ApiError {
  return new ApiError('payload_too_large', { message: `A body may have at most ${most} bytes here.` });
}

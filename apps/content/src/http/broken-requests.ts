import { randomUUID } from 'node:crypto';
import type { BrokenRequest } from '@stele/http';
import { corsHeaders } from './cors.ts';
import { HttpError } from './errors.ts';

const MESSAGES: Readonly<Record<BrokenRequest, string>> = {
  headers_too_large: 'The URL and headers of the request are too long.',
  request_timeout: 'The request took too long to arrive.',
  validation_failed: 'The request is not valid HTTP.',
};

/** Answers a request that Node refuses with the usual error envelope. */
export function refuse(problem: BrokenRequest): Response {
  const { status, envelope } = new HttpError(problem, MESSAGES[problem]);
  const headers = {
    ...corsHeaders(),
    'x-request-id': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };
  return new Response(envelope, { status, headers });
}

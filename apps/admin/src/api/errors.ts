import { TRPCClientError } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { detailText, errorText } from './error-texts.ts';

/** One thing that's wrong with a request. */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly current_version?: number;
  /** HTTP status that a translation service answered. */
  readonly service_status?: number;
}

/** A failed request: the API's error, or a failure on the way to the API. */
export interface ApiFailure {
  /** HTTP status; 0 when nothing answered. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: readonly FieldError[];
  /** By which the server's log knows the request; null unless the server itself failed. */
  readonly requestId: string | null;
}

const OFFLINE: ApiFailure = {
  status: 0,
  code: 'offline',
  message: "The server can't be reached. Check the connection.",
  details: [],
  requestId: null,
};

/** Whether a thrown value comes from the API's client. */
export function isApiError(thrown: unknown): thrown is TRPCClientError<AnyTRPCRouter> {
  return thrown instanceof TRPCClientError;
}

/** Reads what went wrong from a thrown value. */
export function errorOf(thrown: unknown): ApiFailure {
  if (!isApiError(thrown)) return OFFLINE;
  const data: unknown = thrown.data;
  if (!data || typeof data !== 'object' || !('errorCode' in data)) return OFFLINE;
  const { httpStatus, errorCode, details } = data as {
    httpStatus: number;
    errorCode: string;
    details: FieldError[] | null;
  };
  const message = errorText({ code: errorCode, message: thrown.message, details });
  const requestId = httpStatus === 500 ? (responseOf(thrown)?.headers.get('x-request-id') ?? null) : null;
  return { status: httpStatus, code: errorCode, message, details: (details ?? []).map(spoken), requestId };
}

/** The answer that an error came with, if any. */
export function responseOf({ meta }: TRPCClientError<AnyTRPCRouter>): Response | null {
  return (meta?.response as Response | undefined) ?? null;
}

/** Whether what failed may succeed another time. */
export function isPassing({ status }: ApiFailure): boolean {
  return status === 0 || status >= 500;
}

function spoken(detail: FieldError): FieldError {
  return { ...detail, message: detailText(detail) };
}

/** Whether a failure is about parts of what was sent, which say it themselves. */
export function isOfParts({ details }: ApiFailure): boolean {
  return details.some(({ path }) => path.length > 0);
}

/** A failure as one sentence, with the request's id or the path of the first invalid part. */
export function sentenceOf({ code, message, details, requestId }: ApiFailure): string {
  const [first] = details;
  if (requestId !== null) return `${message} (${requestId})`;
  if (code !== 'validation_failed' || !first || first.path.length === 0) return message;
  return `${message} (${first.path.join('.')}: ${first.message})`;
}

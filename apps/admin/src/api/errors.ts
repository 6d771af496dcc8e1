import { TRPCClientError } from '@trpc/client';

/** One thing that's wrong with a request. */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly current_version?: number;
}

/** What the API, or the way to it, answered instead of what was asked for. */
export interface ApiFailure {
  /** HTTP status; 0 when nothing answered. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: readonly FieldError[];
}

const OFFLINE: ApiFailure = {
  status: 0,
  code: 'offline',
  message: "The server can't be reached. Check the connection.",
  details: [],
};

/** Reads what went wrong from whatever was thrown. */
export function errorOf(thrown: unknown): ApiFailure {
  if (!(thrown instanceof TRPCClientError)) return OFFLINE;
  const data: unknown = thrown.data;
  if (!data || typeof data !== 'object' || !('errorCode' in data)) return OFFLINE;
  const { httpStatus, errorCode, details } = data as {
    httpStatus: number;
    errorCode: string;
    details: FieldError[] | null;
  };
  return { status: httpStatus, code: errorCode, message: thrown.message, details: details ?? [] };
}

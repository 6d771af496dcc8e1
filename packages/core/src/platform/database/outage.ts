import { ApiError } from '../errors.ts';
import { ping } from './connection.store.ts';
import type { Database } from './open-database.ts';

/**
 * Codes of errors that mean that the database can't be used at the moment: SQLSTATE of connections (08), resources (53), a server
 * that stops or starts (57P0x) or is read-only (25006); codes of sockets; codes of Prisma.
 */
const CODES =
  /^(?:08\w{3}|53\w{3}|57P0[1-3]|25006|ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|P1001|P1002|P1008|P1017|P2024|P2037)$/;

/** Prisma's names for the same in raw queries. */
const KINDS = ['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections'];

/** Neither `pg` nor Prisma gives these a code of their own. */
const MESSAGES =
  /^Connection terminated|^timeout exceeded when trying to connect|Unable to start a transaction in the given time|on an expired transaction/;

/** Whether an error means that the database can't be reached, or is read-only, at the moment. */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const said = new Map<string, unknown>(Object.entries(error));
  const { message, cause } = error as { message?: unknown; cause?: unknown };
  return (
    [said.get('code'), said.get('originalCode')].some((code) => typeof code === 'string' && CODES.test(code)) ||
    KINDS.includes(String(said.get('kind'))) ||
    MESSAGES.test(String(message)) ||
    [cause, said.get('meta'), said.get('driverAdapterError')].some(isOutage)
  );
}

/**
 * Checks that the database answers and accepts writes.
 *
 * @throws errors that `isOutage` recognises; ApiError `unavailable`
 */
export async function assertUsable(database: Database): Promise<void> {
  await ping(database.pool);
  if (database.isReadOnly()) throw new ApiError('unavailable');
}

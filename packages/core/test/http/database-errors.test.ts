import { DatabaseError } from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { toApiError } from '../../src/api/rest/envelope.ts';
import { reportFailure } from '../../src/api/rest/report-failure.ts';

it.each([
  ['deadlocks', '40P01', 'unavailable', { 'retry-after': '5' }, 2],
  ['lost connections', '08006', 'unavailable', { 'retry-after': '5' }, 1],
  ['errors that are not expected', '42P01', 'internal', {}, 2],
])('answers say of %s of the database whether to try again; what is no outage is logged each time', (...expected) => {
  const [, code, errorCode, headers, logged] = expected;
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  for (let times = 0; times < 2; times++) {
    const cause = Object.assign(new DatabaseError('', 0, 'error'), { code });
    const error = toApiError(cause);
    expect([error.errorCode, error.headers, error.cause]).toEqual([errorCode, headers, cause]);
    reportFailure(log, error, {});
  }
  expect(lines).toHaveLength(logged);
});

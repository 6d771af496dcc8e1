import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { toApiError } from '../../src/api/rest/envelope.ts';

it.each([
  ['a deadlock', '40P01', 'unavailable', { 'retry-after': '5' }],
  ['a lost connection', '08006', 'unavailable', { 'retry-after': '5' }],
  ['an error that is not expected', '42P01', 'internal', undefined],
])('%s of the database is reported by whether to try again', (_, code, errorCode, headers) => {
  const error = Object.assign(new DatabaseError('', 0, 'error'), { code });
  expect(toApiError(error)).toMatchObject({ errorCode, ...(headers && { headers }), cause: error });
});

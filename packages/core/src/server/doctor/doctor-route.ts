import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CoreSettings } from '../../access/caller.ts';
import { clientAddressOf } from '../../access/client-address.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { ApiError } from '../../platform/errors.ts';
import { checkData } from './data-checks.ts';
import { type Finding, MOST_MS } from './finding.ts';

/** Where a running API says what it finds. */
export const DOCTOR_PATH = '/internal/doctor';

/** What a running API finds, and the address that it sees the caller have. */
export interface DoctorReport {
  readonly client_address: string | null;
  readonly findings: readonly Finding[];
}

/** The Bearer token of that address: who knows the secret of the sessions can make it. */
export function doctorToken(authSecret: string): string {
  return createHmac('sha256', authSecret).update('stele-server doctor').digest('hex');
}

/**
 * `GET /internal/doctor`, for the command on the same data: only the API's process can open an embedded database.
 *
 * @returns null for other addresses @throws ApiError for a wrong token or method
 */
export function doctorRoute(services: {
  readonly settings: Pick<CoreSettings, 'authSecret' | 'encryptionKeys' | 'proxySecret'>;
  readonly database: Database;
}): (request: Request, pathname: string) => Promise<Response | null> {
  const { authSecret, encryptionKeys, proxySecret } = services.settings;
  const expected = Buffer.from(`Bearer ${doctorToken(authSecret)}`);
  return async (request, pathname) => {
    if (pathname !== DOCTOR_PATH) return null;
    const given = Buffer.from(request.headers.get('authorization') ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new ApiError('auth.invalid_token');
    if (request.method !== 'GET') throw new ApiError('method_not_allowed', { headers: { allow: 'GET' } });
    const examination: DoctorReport = {
      client_address: clientAddressOf(request.headers, proxySecret),
      findings: await checkData({ database: services.database, encryptionKeys }, MOST_MS),
    };
    return Response.json(examination, { headers: { 'cache-control': 'no-store' } });
  };
}

import type { CoreSettings } from '../../access/caller.ts';
import { clientAddressOf } from '../../access/client-address.ts';
import { assertCommand } from '../../access/command-token.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { checkData } from './data-checks.ts';
import { type Finding, MOST_MS } from './finding.ts';

/** Where a running API says what it finds. */
export const DOCTOR_PATH = '/internal/doctor';

/** Findings of a running API, and the address that it sees the caller have. */
export interface DoctorReport {
  readonly client_address: string | null;
  readonly findings: readonly Finding[];
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
  return async (request, pathname) => {
    if (pathname !== DOCTOR_PATH) return null;
    assertCommand(request, { authSecret, command: 'doctor', method: 'GET' });
    const examination: DoctorReport = {
      client_address: clientAddressOf(request.headers, proxySecret),
      findings: await checkData({ database: services.database, encryptionKeys }, MOST_MS),
    };
    return Response.json(examination, { headers: { 'cache-control': 'no-store' } });
  };
}

import type { CoreSettings } from '../access/caller.ts';
import { assertCommand } from '../access/command-token.ts';
import { DataFolderInUseError } from '../platform/database/lock-data-folder.ts';
import type { Database } from '../platform/database/open-database.ts';
import { ApiError } from '../platform/errors.ts';

/** Where a running API copies its embedded database for a backup. */
export const DATABASE_COPY_PATH = '/internal/database-copy';

/**
 * `POST /internal/database-copy`: copies the files of an embedded database, which only this process can open, and answers with
 * the folder. It doesn't exist with a server.
 *
 * @returns null for other addresses
 * @throws ApiError for a wrong token or method, and while another backup reads its copy
 */
export function databaseCopyRoute(services: {
  readonly settings: Pick<CoreSettings, 'authSecret'>;
  readonly database: Database;
}): (request: Request, pathname: string) => Promise<Response | null> {
  const { authSecret } = services.settings;
  return async (request, pathname) => {
    const { copyFiles } = services.database;
    if (pathname !== DATABASE_COPY_PATH || copyFiles === null) return null;
    assertCommand(request, { authSecret, command: 'backup', method: 'POST' });
    try {
      return Response.json({ folder: await copyFiles() }, { headers: { 'cache-control': 'no-store' } });
    } catch (error) {
      if (error instanceof DataFolderInUseError) throw new ApiError('unavailable');
      throw error;
    }
  };
}

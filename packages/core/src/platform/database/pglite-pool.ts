import type { PGlite } from '@electric-sql/pglite';
import type { DiskSpace } from '@stele/storage';
import { type ClosablePool, createPool } from './closable-pool.ts';
import { PGliteSession } from './pglite-session.ts';
import { PGliteStream } from './pglite-stream.ts';

/**
 * A pool of the one connection of a PGlite. Closing the pool also closes the PGlite.
 *
 * @param space while the disk is nearly full, the connection only reads
 */
export function connectPGlite(pglite: PGlite, space: DiskSpace | null = null): ClosablePool {
  const { pool, close } = connectSession(new PGliteSession(pglite, space));
  return {
    pool,
    close: async () => {
      await close();
      await pglite.close();
    },
  };
}

/** A pool of the one connection of a PGlite. Closing it leaves the session to the next pool. */
export function connectSession(session: PGliteSession): ClosablePool {
  return createPool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new PGliteStream(session),
  });
}

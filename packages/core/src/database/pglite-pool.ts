import type { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';
import { PGliteSession } from './pglite-session.ts';
import { PGliteStream } from './pglite-stream.ts';

/** The way to a PGlite through node-postgres. */
export interface PGliteConnections {
  /** Of the one connection that PGlite has. */
  pool: Pool;
  /** Waits for what is running, then closes the connection and the PGlite. */
  close(): Promise<void>;
}

/** Takes over the PGlite: nobody else may use or close it. */
export function connectPGlite(pglite: PGlite): PGliteConnections {
  const session = new PGliteSession(pglite);
  const pool = new Pool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new PGliteStream(session),
  });
  return {
    pool,
    close: async () => {
      await pool.end();
      // A pool has ended when it has said goodbye to its clients, not when they are gone.
      await session.free();
      await pglite.close();
    },
  };
}

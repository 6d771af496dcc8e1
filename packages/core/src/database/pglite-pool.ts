import type { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';
import { PGliteSession } from './pglite-session.ts';
import { PGliteStream } from './pglite-stream.ts';

/** A pool of the one connection that PGlite has. Ending it leaves the PGlite open. */
export function createPGlitePool(pglite: PGlite): Pool {
  const session = new PGliteSession(pglite);
  return new Pool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new PGliteStream(session),
  });
}

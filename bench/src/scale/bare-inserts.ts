import { Pool } from 'pg';
import { ulid } from 'ulid';

/** The baseline for creating entries: plain INSERTs of the same values, one row each, through `pg`. */
export class BareInserts {
  readonly #pool: Pool;

  private constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Creates its table. */
  static async open(databaseUrl: string): Promise<BareInserts> {
    const pool = new Pool({ connectionString: databaseUrl, max: 8 });
    await pool.query('CREATE TABLE bare_rows (id text PRIMARY KEY, values jsonb NOT NULL)');
    return new BareInserts(pool);
  }

  /** Writes a row with its own statement. */
  async insert(values: object): Promise<void> {
    await this.#pool.query('INSERT INTO bare_rows (id, values) VALUES ($1, $2)', [ulid(), JSON.stringify(values)]);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

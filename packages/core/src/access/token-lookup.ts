import DataLoader from 'dataloader';
import type { Pool } from 'pg';
import { findTokens, type TokenRecord } from './identity.store.ts';

/**
 * Finds tokens for all requests of a process. Requests that arrive together share one statement, which is sent after the last
 * of them, so no answer is older than with a statement for each. Nothing is cached.
 */
export class TokenLookup {
  readonly #loader: DataLoader<string, TokenRecord | null>;

  constructor(pool: Pool) {
    this.#loader = new DataLoader<string, TokenRecord | null>(
      async (secretHashes) => {
        const found = await findTokens(pool, [...new Set(secretHashes)]);
        return secretHashes.map((secretHash) => found.get(secretHash) ?? null);
      },
      { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate },
    );
  }

  /** A token with its project and the live pointer, by the hash of its secret; null when there is none. */
  find(secretHash: string): Promise<TokenRecord | null> {
    return this.#loader.load(secretHash);
  }
}

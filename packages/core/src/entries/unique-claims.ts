import type { UniqueValue } from '@stele/schema';
import type { UniqueClaim } from './unique-values.store.ts';

/** Called for a unique value of an entry that another entry already holds. */
type Refused = (entryId: string, collectionKey: string, field: string) => void;

/**
 * Decides which entry holds which unique value. Published content wins over drafts; otherwise the first entry that claims
 * a value holds it. An entry makes all its claims before the next one does.
 */
export class UniqueClaims {
  readonly #holders = new Map<string, { entryId: string; draft: boolean; live: boolean }>();
  readonly #refused: Refused;

  constructor(refused: Refused) {
    this.#refused = refused;
  }

  claim(kind: 'draft' | 'live', entryId: string, collectionKey: string, { field, locale, value }: UniqueValue): void {
    const key = JSON.stringify([collectionKey, field, locale, value]);
    const holder = this.#holders.get(key);
    if (holder?.entryId === entryId) holder[kind] = true;
    else if (!holder || (kind === 'live' && !holder.live)) {
      if (holder) this.#refused(holder.entryId, collectionKey, field);
      this.#holders.set(key, { entryId, draft: kind === 'draft', live: kind === 'live' });
    } else this.#refused(entryId, collectionKey, field);
  }

  *rows(): Generator<UniqueClaim> {
    for (const [key, holder] of this.#holders) {
      const [collectionKey, field, locale, value] = JSON.parse(key) as [string, string, string, string];
      yield { collectionKey, field, locale, value, ...holder };
    }
  }
}

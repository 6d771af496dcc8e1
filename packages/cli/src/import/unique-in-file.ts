import { type CollectionDocument, uniqueValuesIn } from '@stele/schema';
import type { ContentLine } from '../content/line.ts';
import type { FailureDetail } from '../errors.ts';

/** Finds lines of one file that claim the same unique value: the server can't know of those that aren't there yet. */
export class UniqueInFile {
  readonly #holders = new Map<string, string>();

  /** Claims a line's unique values. @returns the places of those that an earlier line claimed */
  claim(collection: CollectionDocument, { externalId, values }: ContentLine): FailureDetail[] {
    const taken: FailureDetail[] = [];
    for (const [locale, own] of Object.entries(values)) {
      for (const value of uniqueValuesIn(collection, locale, own)) {
        const key = JSON.stringify([collection.key, value.field, value.locale, value.value]);
        const holder = this.#holders.get(key) ?? externalId;
        if (holder === externalId) this.#holders.set(key, externalId);
        else {
          const message = `Another line of the file, "${holder}", has this value already.`;
          taken.push({ path: ['values', locale, value.field], message });
        }
      }
    }
    return taken;
  }
}

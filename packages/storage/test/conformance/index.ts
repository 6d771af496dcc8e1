import { describe } from 'vitest';
import type { ObjectStorage } from '../../src/index.ts';
import { describeConditions } from './conditions.ts';
import { describeDeletingAndListing } from './deleting-listing.ts';
import { describeKeysAndUploads } from './keys-uploads.ts';
import { describeReadingAndWriting } from './reading-writing.ts';

/** What every driver must do. `open` gives a storage that holds nothing, the same at every call. */
export function describeStorage(driver: string, open: () => Promise<ObjectStorage>): void {
  describe(`object storage on ${driver}`, () => {
    describeReadingAndWriting(open);
    describeConditions(open);
    describeDeletingAndListing(open);
    describeKeysAndUploads(open);
  });
}

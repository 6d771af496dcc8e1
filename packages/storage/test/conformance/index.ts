import { describe } from 'vitest';
import type { ObjectStorage } from '../../src/index.ts';
import { describeConditions } from './conditions.ts';
import { describeCopiesAndFiles } from './copies-files.ts';
import { describeDeletingAndListing } from './deleting-listing.ts';
import { describeKeysAndUploads } from './keys-uploads.ts';
import { describeMultipart } from './multipart.ts';
import type { Peer } from './peer.ts';
import { describePutAll } from './put-all.ts';
import { describeReadingAndWriting } from './reading-writing.ts';
import { describeSignedAddresses } from './signed-addresses.ts';

/**
 * Tests that every driver must pass. `open` gives a storage that holds nothing, the same at every call; `peer` holds its signed
 * addresses.
 */
export function describeStorage(driver: string, open: () => Promise<ObjectStorage>, peer: Peer): void {
  describe(`object storage on ${driver}`, () => {
    describeReadingAndWriting(open);
    describePutAll(open);
    describeConditions(open);
    describeDeletingAndListing(open);
    describeKeysAndUploads(open);
    describeCopiesAndFiles(open);
    describeSignedAddresses(open, peer);
    describeMultipart(open, peer);
  });
}

import { useState } from 'react';
import type { UploadQueue } from '@/media/upload/upload-queue.ts';
import type { Asset, Upload } from '@/media/upload/upload-types.ts';
import { useUploads } from '@/media/upload/use-uploads.ts';

/** The uploads of one field. */
interface AssetUploads {
  readonly queue: UploadQueue;
  readonly uploads: readonly Upload[];
  /** Uploads files and calls back for each that has arrived, in the order in which they were given. */
  readonly add: (files: readonly File[], onArrived: (asset: Asset) => void) => void;
}

/** Uploads files for a field, and knows those that are its own. Successful uploads aren't shown for long. */
export function useAssetUploads(accept: readonly string[] | undefined): AssetUploads {
  const { queue, uploads } = useUploads();
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  const add = (files: readonly File[], onArrived: (asset: Asset) => void): void => {
    const handles = queue.add(files, { accept });
    setMine((before) => new Set([...before, ...handles.map(({ id }) => id)]));
    void (async () => {
      for (const { arrived, settled } of handles) {
        const asset = await arrived;
        if (asset) onArrived(asset);
        // The others don't wait until this one is tried again.
        else void settled.then((later) => later && onArrived(later));
      }
    })();
  };
  // Uploaded assets are shown by the field itself.
  return { queue, add, uploads: uploads.filter(({ id, asset }) => mine.has(id) && asset === null) };
}

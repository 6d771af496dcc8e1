import type { ObjectStorage, PutOptions } from '@stele/storage';

/** How much was written to a storage. */
export interface Writes {
  objects: number;
  bytes: number;
  /** Bytes of chunks and indexes alone, which a publish writes for each locale. */
  fileBytes: number;
}

/** Counts what is written to a storage; `take` returns the counts since its last call. */
export function countWrites(storage: ObjectStorage): { storage: ObjectStorage; take(): Writes } {
  let writes: Writes = { objects: 0, bytes: 0, fileBytes: 0 };
  const put = (key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }> => {
    writes.objects += 1;
    writes.bytes += body.byteLength;
    if (/\/(chunks|indexes)\//.test(key)) writes.fileBytes += body.byteLength;
    return storage.put(key, body, options);
  };
  return {
    storage: new Proxy(storage, {
      get(target, name) {
        if (name === 'put') return put;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    take() {
      const taken = writes;
      writes = { objects: 0, bytes: 0, fileBytes: 0 };
      return taken;
    },
  };
}

import type { ImmutableObject, ObjectStorage, PutOptions } from '@stele/storage';

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
  const count = (key: string, body: Uint8Array): void => {
    writes.objects += 1;
    writes.bytes += body.byteLength;
    if (/\/(chunks|indexes)\//.test(key)) writes.fileBytes += body.byteLength;
  };
  const put = (key: string, body: Uint8Array, options: PutOptions): Promise<{ etag: string }> => {
    count(key, body);
    return storage.put(key, body, options);
  };
  const putAll = (objects: readonly ImmutableObject[]): Promise<void> => {
    for (const { key, body } of objects) count(key, body);
    return storage.putAll(objects);
  };
  return {
    storage: new Proxy(storage, {
      get(target, name) {
        if (name === 'put') return put;
        if (name === 'putAll') return putAll;
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

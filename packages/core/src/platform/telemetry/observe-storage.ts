import { type ObjectStorage, StorageUnavailableError } from '@stele/storage';
import type { Telemetry } from './telemetry.ts';

const MEASURED: readonly (string | symbol)[] = ['put', 'putFile', 'copy', 'get', 'stream', 'head', 'delete', 'check'];

/** The same storage, whose operations are measured. Of a stream, the time until it begins. */
export function observeStorage(storage: ObjectStorage, telemetry: Telemetry): ObjectStorage {
  return new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (!MEASURED.includes(name)) return value.bind(target);
      return async (...given: unknown[]): Promise<unknown> => {
        const measured = telemetry.begin('storage', String(name));
        try {
          const result: unknown = await Reflect.apply(value, target, given);
          measured.end();
          return result;
        } catch (error) {
          // A condition that doesn't hold is an answer.
          measured.end(error instanceof StorageUnavailableError ? error : null);
          throw error;
        }
      };
    },
  });
}

import { StorageUnavailableError } from './errors.ts';
import type { ObjectStorage } from './object-storage.ts';

const OBSERVED: readonly (string | symbol)[] = [
  'put',
  'putAll',
  'putFile',
  'copy',
  'get',
  'stream',
  'head',
  'delete',
  'check',
];

/**
 * The same storage, whose operations are observed; of a stream, until it begins.
 *
 * @param begin is called with the name of each operation. The function that it returns is called at the end, with the error if
 * the storage was out of reach: other errors, such as a condition that doesn't hold, are answers
 */
export function observeStorage<Storage extends ObjectStorage>(
  storage: Storage,
  begin: (operation: string) => (outage: StorageUnavailableError | null) => void,
): Storage {
  return new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (!OBSERVED.includes(name)) return value.bind(target);
      return async (...given: unknown[]): Promise<unknown> => {
        const end = begin(String(name));
        try {
          const result: unknown = await Reflect.apply(value, target, given);
          end(null);
          return result;
        } catch (error) {
          end(error instanceof StorageUnavailableError ? error : null);
          throw error;
        }
      };
    },
  });
}

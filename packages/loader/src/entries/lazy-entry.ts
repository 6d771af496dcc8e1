import { inspect } from 'node:util';
import type { LazyValues } from '../snapshot/lazy-chunk.ts';

/** Where an entry has its lazy values. Unlike a private field, it's found through proxies, as some frameworks make. */
export const LAZY = Symbol('lazy values');

interface LazyEntry {
  readonly [LAZY]: LazyValues;
}

/** Shared by all entries, as that of digests. Values that were parsed at once can be replaced, so these can be too. */
const VALUES: PropertyDescriptor & ThisType<LazyEntry> = {
  enumerable: true,
  configurable: true,
  get() {
    return this[LAZY].read();
  },
  set(value: unknown) {
    Object.defineProperty(this, 'values', { value, enumerable: true, configurable: true, writable: true });
    Reflect.deleteProperty(this, LAZY);
  },
};

/** What `console.log` shows in place of a getter. */
const SHOWN: PropertyDescriptor & ThisType<object> = {
  configurable: true,
  value() {
    try {
      return { ...this };
    } catch (error) {
      return error;
    }
  },
};

/**
 * Gives an entry values that are read when they're first needed. What that takes isn't enumerable, so copies are plain
 * data.
 */
export function defineValues(entry: object, values: LazyValues): void {
  Object.defineProperty(entry, 'values', VALUES);
  Object.defineProperty(entry, inspect.custom, SHOWN);
  Object.defineProperty(entry, LAZY, { value: values, configurable: true });
}

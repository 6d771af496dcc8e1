import type { DatabaseSettings } from '@stele/core';
import type { DiskSettings } from '@stele/storage';
import type { Writes } from './counting-storage.ts';

/** Options of an API process in a benchmark. */
export interface ApiOptions {
  readonly database: DatabaseSettings;
  readonly storage: DiskSettings;
  /** Changed rate limits, as STELE_LIMITS holds them. */
  readonly limits: string;
  /** Whether to count SQL statements, which slows each of them a little. */
  readonly counting: boolean;
  /** Whether webhooks may be sent to this machine. */
  readonly allowsPrivateTargets: boolean;
  /** A platform's address → the address to use instead. */
  readonly origins?: Readonly<Record<string, string>>;
}

/** The first message of an API process. */
export interface ApiReady {
  readonly url: string;
  /** The code that creates the first owner. */
  readonly setupCode: string;
}

/** A request: for the work since the last such message, or for the memory. */
export type Asked = { readonly memory?: boolean };

/** Bytes of memory: of the process, and of the program's objects, garbage that isn't collected yet included. */
export interface MemoryHeld {
  readonly resident: number;
  readonly used: number;
}

/** The work of an API process since the last time it was asked. */
export interface Counts extends Writes {
  readonly statements: number;
  /** Processor time in milliseconds. */
  readonly cpuMs: number;
}

import type { DatabaseSettings } from '@stele/core';
import type { DiskSettings } from '@stele/storage';
import type { Writes } from './counting-storage.ts';

/** What an API process of a benchmark is started with. */
export interface ApiOptions {
  readonly database: DatabaseSettings;
  readonly storage: DiskSettings;
  /** Changed rate limits, in the form of STELE_LIMITS. */
  readonly limits: string;
  /** Whether to count SQL statements, which costs a little each. */
  readonly counting: boolean;
  /** Whether webhooks may lead to this machine. */
  readonly allowsPrivateTargets: boolean;
  /** Other addresses for platforms, by theirs. */
  readonly origins?: Readonly<Record<string, string>>;
}

/** Its first message. */
export interface ApiReady {
  readonly url: string;
  /** With which the first owner is made. */
  readonly setupCode: string;
}

/** Its answer to any message: what it did since the last one. */
export interface Counts extends Writes {
  readonly statements: number;
  /** Processor time in milliseconds. */
  readonly cpuMs: number;
}

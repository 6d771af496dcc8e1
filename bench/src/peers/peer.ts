import type { Start } from '../start/started-program.ts';

/** Work that is measured in each system, one at a time and, where the name says so, eight at once. */
export type Work = 'create' | 'save' | 'publish' | 'read one' | 'list, with filter and search';

/** A system with the same posts in it, on a database of its own. */
export interface Peer {
  readonly name: string;
  /** Makes ready for one piece of work, such as by reading what it changes. @returns the request that's timed */
  prepare(work: Work): Promise<() => Promise<unknown>>;
  /** Creates a post in both languages and publishes it. */
  createAndPublish(): Promise<unknown>;
  /** Reads all published posts in both languages as a build with an empty cache does. @returns how many values it read */
  readSite(): Promise<number>;
  /** Starts it once more, beside the one that runs, until it answers a request for content. */
  coldStart(): Promise<Start>;
}

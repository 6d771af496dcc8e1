import type { DatabaseSettings } from '../../src/platform/database/database-settings.ts';

/** The options that the parent gives to a publishing child. */
export interface ChildOptions {
  readonly database: DatabaseSettings;
  /** Folder of the disk storage. */
  readonly directory: string;
  readonly projectId: string;
  /** A token of the project, whose pointer mirror is looked at. */
  readonly secret: string;
}

/** The state that a child finds when it starts, after it has finished the work of an earlier one. */
export interface ChildReport {
  /** Identifier and title of each entry that is live in English. */
  readonly live: readonly (readonly [string, string])[];
  readonly sequence: number;
  readonly mirroredSequence: number;
  readonly drafts: readonly { readonly id: string; readonly title: string }[];
}

/** A command to a child: to publish a new entry, or to restore what was live before the last change. */
export type ChildOrder = {
  /** The step of it at which the child stops for good: by its number or, for the first such, its name; null for none. */
  readonly stopAt: number | string | null;
} & ({ readonly order: 'publish'; readonly title: string } | { readonly order: 'restore' });

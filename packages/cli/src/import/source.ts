import type { SchemaDocument } from '@stele/schema';
import type { AssetLine } from '../assets/asset-folder.ts';
import type { ContentLine } from '../content/line.ts';
import type { Io } from '../io.ts';
import type { FailedLine } from './failed-line.ts';

export interface Source {
  /** The lines, from the first on each time. @throws UserError for an invalid one */
  read(): AsyncIterable<ContentLine>;
  /** The parts that can't become lines, and why. */
  readonly failed: readonly FailedLine[];
  /** The files that become assets, and their names in the lines; null when the source has no assets. */
  readonly assets: { readonly root: string; readonly lines: readonly AssetLine[] } | null;
  /** Notes for people to read before the import. */
  readonly notes: readonly string[];
}

export interface SourceOptions {
  readonly collection?: string;
  /** Folder of exported assets that the entries use. */
  readonly assets?: string;
  /** Of a folder of Markdown files: the collection that they go into. */
  readonly as?: string;
  /** The files' language; if omitted, the project's default. */
  readonly locale?: string;
  /** The field of front matter that identifies an entry. */
  readonly id?: string;
  /** The field that takes the text. */
  readonly body?: string;
  /** Globs of files that are left out. */
  readonly exclude?: readonly string[];
}

/** The project that a source is read for. */
interface SourceTarget {
  readonly schema: SchemaDocument | null;
  readonly defaultLocale: string;
}

/** A kind of source: opens what is at a place; null when that is of another kind. @throws UserError when it can't be read */
export type SourceKind = (
  io: Io,
  place: string,
  options: SourceOptions,
  target: SourceTarget,
) => Promise<Source | null>;

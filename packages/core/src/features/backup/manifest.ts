/** Number of the form in which backups are stored. */
export const FORMAT = 1;

/** Lines, cut into chunks that are stored by their digests. */
export interface LineList {
  /** In the order of the lines. */
  readonly chunks: readonly string[];
  readonly lines: number;
}

/** The rows of a table: each line is a JSON array of the columns' texts. */
export interface TableRows extends LineList {
  readonly columns: readonly string[];
  /** Of each chunk, what tells whether its rows have been written since. Missing in backups of earlier versions. */
  readonly ranges?: readonly RowRange[];
}

/** The rows of a chunk: the primary key of the first one, how many they are, and the sum of their marks. */
export type RowRange = readonly [first: readonly string[], lines: number, marks: string];

/** Where rows were read. Rows of another database, or of another run of its server, can't be compared by their marks. */
export interface RowSource {
  readonly database: string;
  /** The first transaction that hadn't begun. */
  readonly transaction: string;
}

/** One backup of an instance, as its manifest describes it. */
export interface Backup {
  readonly id: string;
  /** When its one transaction read the database: what was saved later isn't in it. */
  readonly readAt: string;
  readonly completedAt: string;
  /** Names of the migrations that the database had. */
  readonly migrations: readonly string[];
  readonly tables: Readonly<Record<string, TableRows>>;
  /** Missing in backups of earlier versions. */
  readonly source?: RowSource;
  /** Each line is an `ObjectLine`, in the order of the keys. */
  readonly objects: LineList & { readonly bytes: number };
  /** Objects that were missing or didn't match their digest, and so aren't in it. */
  readonly damaged: readonly string[];
  /** Such objects that an earlier backup has, and so are in it. */
  readonly kept: readonly string[];
  /** Digest of the keys and secrets, which only encrypted places hold. */
  readonly secrets: string | null;
  /** Tells by a secret's name whether another one is the same, without holding it. */
  readonly fingerprints: Readonly<Record<string, string>>;
}

/** An object of storage: key, bytes, content type, SHA-256. */
export type ObjectLine = readonly [key: string, size: number, contentType: string, digest: string];

/** How far some work is. */
export interface Progress {
  readonly step: 'objects' | 'rows' | 'indexes';
  readonly done: number;
  /** Undefined while it isn't known. */
  readonly total?: number;
}

export type ReportProgress = (progress: Progress) => void;

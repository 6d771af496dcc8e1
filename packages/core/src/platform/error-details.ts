/** Reasons to refuse a value that a client can't know. */
export const REFUSAL_REASONS = [
  'value_taken',
  'not_approved',
  'not_allowed',
  'entry_missing',
  'entry_trashed',
  'entry_of_other_collection',
  'asset_missing',
  'asset_trashed',
  'asset_pending',
  'asset_processing',
  'asset_failed',
  'asset_of_other_type',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** One item of an error's details. */
export interface ErrorDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly reason?: RefusalReason;
  /** Title of the entry, or filename of the asset, because of which the value is refused. */
  readonly title?: string;
  readonly [extra: string]: unknown;
}

/** The most details of an error. One more says how many others there are. */
export const MAX_DETAILS = 100;

/** The most characters of a path segment, and of a message. */
const MAX_STEP = 100;
const MAX_MESSAGE = 500;
/** The most characters of all paths and messages together. Further details are only counted. */
const MAX_CHARACTERS = 64 * 1024;

/** Collects the details of an error: the first hundred are kept, the others counted. */
export class ErrorDetails {
  readonly #kept: ErrorDetail[] = [];
  #more = 0;
  #characters = 0;

  /** How many were found. */
  get found(): number {
    return this.#kept.length + this.#more;
  }

  /** Whether further details are only counted: then `count` is enough. */
  get isFull(): boolean {
    return this.#kept.length >= MAX_DETAILS || this.#characters >= MAX_CHARACTERS;
  }

  /** Adds a detail. A detail with `more` adds that number. */
  add(detail: ErrorDetail): void {
    if (typeof detail.more === 'number') this.#more += detail.more;
    else if (this.isFull) this.#more++;
    else {
      const short = shorten(detail);
      this.#characters += short.message.length;
      for (const step of short.path) this.#characters += String(step).length;
      this.#kept.push(short);
    }
  }

  addAll(details: Iterable<ErrorDetail>): void {
    for (const detail of details) this.add(detail);
  }

  /** Counts details without adding them. */
  count(more: number): void {
    this.#more += more;
  }

  /** The kept details, and one that says how many others there are. */
  list(): ErrorDetail[] {
    if (this.#more === 0) return [...this.#kept];
    return [...this.#kept, { path: [], message: `There are ${this.#more} more.`, more: this.#more }];
  }
}

/** A detail with its strings shortened, since a caller may have sent long ones. */
function shorten({ path, message, ...more }: ErrorDetail): ErrorDetail {
  const steps = path.map((step) => (typeof step === 'string' ? cut(step, MAX_STEP) : step));
  return { ...more, path: steps, message: cut(message, MAX_MESSAGE) };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** The first hundred of some details, and one that says how many others there are. */
export function limitDetails(details: Iterable<ErrorDetail>): ErrorDetail[] {
  const limited = new ErrorDetails();
  limited.addAll(details);
  return limited.list();
}

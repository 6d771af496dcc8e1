/** Why a value was refused, for reasons that only the server can know. */
export const REFUSAL_REASONS = [
  'value_taken',
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
  readonly [extra: string]: unknown;
}

/** So many details are told of an error; one more says how many there are besides. */
export const MAX_DETAILS = 100;

/** A step of a path, and a message, are told up to so many characters. */
const MAX_STEP = 100;
const MAX_MESSAGE = 500;
/** Paths and messages together hold so many characters; a detail that would hold more is counted only. */
const MAX_CHARACTERS = 64 * 1024;

/** Details of an error as they're found: the first hundred are kept, the others counted. */
export class ErrorDetails {
  readonly #kept: ErrorDetail[] = [];
  #more = 0;
  #characters = 0;

  /** How many were found. */
  get found(): number {
    return this.#kept.length + this.#more;
  }

  /** Whether no further detail is kept: then `count` is enough. */
  get isFull(): boolean {
    return this.#kept.length >= MAX_DETAILS || this.#characters >= MAX_CHARACTERS;
  }

  /** Adds a detail. Of one that says how many there are besides, the number counts. */
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

  /** Counts details that nobody has made. */
  count(more: number): void {
    this.#more += more;
  }

  /** What's told of them: a hundred, and how many more there are. */
  list(): ErrorDetail[] {
    if (this.#more === 0) return [...this.#kept];
    return [...this.#kept, { path: [], message: `There are ${this.#more} more.`, more: this.#more }];
  }
}

/** A detail without texts that somebody sent to make it long. */
function shorten({ path, message, ...more }: ErrorDetail): ErrorDetail {
  const steps = path.map((step) => (typeof step === 'string' ? cut(step, MAX_STEP) : step));
  return { ...more, path: steps, message: cut(message, MAX_MESSAGE) };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Details as they're told: a hundred, and how many more there are. */
export function limitDetails(details: Iterable<ErrorDetail>): ErrorDetail[] {
  const limited = new ErrorDetails();
  limited.addAll(details);
  return limited.list();
}

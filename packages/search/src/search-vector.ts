/** Weight of a lexeme's position: `A` counts most for the rank, `D` least. */
export type Weight = 'A' | 'D';

const WEIGHT_BITS: Readonly<Record<Weight, number>> = { A: 3 << 14, D: 0 };
/** PostgreSQL's highest position. */
const LAST_POSITION = 16_383;
/** PostgreSQL holds less than 1 MiB of lexemes and positions in a vector. */
const MAX_BYTES = 900_000;
/** Bytes that a lexeme needs besides its text, and bytes of a position. */
const LEXEME_OVERHEAD = 3;
const POSITION_BYTES = 2;
/** How many positions of a lexeme are kept. More would hardly change the rank. */
const MAX_POSITIONS = 8;
const TSVECTOR_OID = 3614;
const LAST_ASCII = 0x7f;

/** Collects the lexemes of a text in the form of PostgreSQL's type `tsvector`. */
export class SearchVector {
  readonly #wordPrefix: string;
  readonly #words = new Map<string, number[]>();
  readonly #marks = new Set<string>();
  #bytes = 0;
  #position = 0;
  #isFull = false;

  /** @param wordPrefix prefix of each word's lexeme */
  constructor(wordPrefix: string) {
    this.#wordPrefix = wordPrefix;
  }

  /** Whether it has reached its limit. Further words are left out. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Adds the next word of the text. @returns false for a repeated word, or one that is left out */
  addWord(word: string, weight: Weight): boolean {
    this.#position = Math.min(this.#position + 1, LAST_POSITION);
    const place = WEIGHT_BITS[weight] | this.#position;
    const places = this.#words.get(word);
    if (!places) {
      if (!this.#reserve(this.#wordPrefix.length + bytesOf(word) + POSITION_BYTES)) return false;
      this.#words.set(word, [place]);
      return true;
    }
    if (places.length < MAX_POSITIONS && placeOf(places.at(-1) ?? 0) < this.#position && !this.#isFull) {
      places.push(place);
      this.#bytes += POSITION_BYTES;
    }
    return false;
  }

  /** Adds a lexeme without a position. It must differ from the lexemes of all words. */
  addMark(lexeme: string): void {
    if (!this.#marks.has(lexeme) && this.#reserve(bytesOf(lexeme))) this.#marks.add(lexeme);
  }

  /** In PostgreSQL's binary form, which it reads faster than the text form. */
  toBuffer(): Buffer {
    const buffer = Buffer.allocUnsafe(4 + this.#bytes);
    let end = buffer.writeInt32BE(this.#marks.size + this.#words.size, 0);
    for (const lexeme of this.#marks) end = writeNumber(buffer, 0, writeEnd(buffer, writeText(buffer, lexeme, end)));
    for (const [word, places] of this.#words) {
      end = writeText(buffer, word, writeText(buffer, this.#wordPrefix, end));
      end = writeNumber(buffer, places.length, writeEnd(buffer, end));
      for (const place of places) end = writeNumber(buffer, place, end);
    }
    return buffer;
  }

  /** Reserves the bytes of a lexeme and its position, if they still fit. */
  #reserve(bytes: number): boolean {
    this.#isFull ||= this.#bytes + bytes + LEXEME_OVERHEAD > MAX_BYTES;
    if (!this.#isFull) this.#bytes += bytes + LEXEME_OVERHEAD;
    return !this.#isFull;
  }
}

// A loop is faster than Buffer's functions for most lexemes, which are short.

/** Length of a text in UTF-8. */
function bytesOf(text: string): number {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > LAST_ASCII) return Buffer.byteLength(text);
  }
  return text.length;
}

/** Writes a text in UTF-8. Like all functions here it returns the index after what it wrote. */
function writeText(buffer: Buffer, text: string, start: number): number {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > LAST_ASCII) return start + index + buffer.write(text.slice(index), start + index);
    buffer[start + index] = code;
  }
  return start + text.length;
}

function writeEnd(buffer: Buffer, start: number): number {
  buffer[start] = 0;
  return start + 1;
}

function writeNumber(buffer: Buffer, number: number, start: number): number {
  buffer[start] = number >> 8;
  buffer[start + 1] = number & 0xff;
  return start + 2;
}

/** A position without its weight. PostgreSQL refuses a lexeme with the same position twice. */
function placeOf(place: number): number {
  return place & LAST_POSITION;
}

/** Several vectors as one parameter of the type `tsvector[]`. */
export function vectorArray(vectors: readonly (Buffer | null)[]): Buffer {
  const dimensions = vectors.length > 0 ? [vectors.length, 1] : [];
  const head = [dimensions.length / 2, vectors.includes(null) ? 1 : 0, TSVECTOR_OID, ...dimensions];
  const parts = vectors.flatMap((vector) => (vector ? [int32(vector.length), vector] : [int32(-1)]));
  return Buffer.concat([...head.map(int32), ...parts]);
}

function int32(value: number): Buffer {
  const buffer = Buffer.allocUnsafe(4);
  buffer.writeInt32BE(value);
  return buffer;
}

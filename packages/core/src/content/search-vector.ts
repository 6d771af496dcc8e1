/** Weight of a lexeme's place: `A` counts most for a rank, `D` least. */
export type Weight = 'A' | 'D';

const WEIGHT_BITS: Readonly<Record<Weight, number>> = { A: 3 << 14, D: 0 };
/** PostgreSQL counts places no further. */
const LAST_PLACE = 16_383;
/** PostgreSQL holds less than 1 MiB of lexemes and places in a vector. */
const MAX_BYTES = 900_000;
/** A lexeme's end and its number of places, and each of these. */
const LEXEME_OVERHEAD = 3;
const PLACE_BYTES = 2;
/** Of a lexeme that occurs often, so many places are kept: more of them say little about its rank. */
const MAX_PLACES = 8;
const TSVECTOR_OID = 3614;

/** Gathers the lexemes of a text, as PostgreSQL's type `tsvector` holds them. */
export class SearchVector {
  readonly #lexemes = new Map<string, number[]>();
  #bytes = 0;
  #place = 0;
  #isFull = false;

  /** Whether it holds as much as it can: from then on it leaves out what's added. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Adds a word of the text, behind those before it. @returns false when it was there before, or is left out */
  addWord(lexeme: string, weight: Weight): boolean {
    this.#place = Math.min(this.#place + 1, LAST_PLACE);
    const place = WEIGHT_BITS[weight] | this.#place;
    const places = this.#lexemes.get(lexeme);
    if (!places) return this.#add(lexeme, [place]);
    if (places.length < MAX_PLACES && placeOf(places.at(-1) ?? 0) < this.#place && !this.#isFull) {
      places.push(place);
      this.#bytes += PLACE_BYTES;
    }
    return false;
  }

  /** Adds something that is in no place of the text. */
  addMark(lexeme: string): void {
    if (!this.#lexemes.has(lexeme)) this.#add(lexeme, []);
  }

  /** In PostgreSQL's binary form, which it takes in with less work than the text form. */
  toBuffer(): Buffer {
    const buffer = Buffer.allocUnsafe(4 + this.#bytes);
    let end = buffer.writeInt32BE(this.#lexemes.size, 0);
    for (const [lexeme, places] of this.#lexemes) {
      end += buffer.write(lexeme, end);
      end = buffer.writeUInt8(0, end);
      end = buffer.writeUInt16BE(places.length, end);
      for (const place of places) end = buffer.writeUInt16BE(place, end);
    }
    return buffer;
  }

  #add(lexeme: string, places: number[]): boolean {
    const bytes = Buffer.byteLength(lexeme) + LEXEME_OVERHEAD + PLACE_BYTES * places.length;
    this.#isFull ||= this.#bytes + bytes > MAX_BYTES;
    if (this.#isFull) return false;
    this.#bytes += bytes;
    this.#lexemes.set(lexeme, places);
    return true;
  }
}

/** A place without its weight: PostgreSQL takes no two of one lexeme that are the same. */
function placeOf(place: number): number {
  return place & LAST_PLACE;
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

/** JSON that is sent piece by piece, because it may be larger than anybody wants to hold. */
export class StreamedJson {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }
}

/** Text that is sent piece by piece, because it may be larger than anybody wants to hold, or has no end yet. */
export class StreamedText {
  readonly contentType: string;
  readonly pieces: AsyncIterable<string>;

  constructor(contentType: string, pieces: AsyncIterable<string>) {
    this.contentType = contentType;
    this.pieces = pieces;
  }
}

/** JSON that is sent piece by piece. */
export class StreamedJson extends StreamedText {
  constructor(pieces: AsyncIterable<string>) {
    super('application/json; charset=utf-8', pieces);
  }
}

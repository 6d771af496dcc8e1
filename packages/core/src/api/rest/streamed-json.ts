/** JSON that is sent piece by piece, because it may be larger than anybody wants to hold. */
export class StreamedJson {
  readonly pieces: AsyncIterable<string>;

  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces;
  }

  /** The whole value, for those who can't send pieces. */
  async value(): Promise<unknown> {
    let text = '';
    for await (const piece of this.pieces) text += piece;
    return JSON.parse(text);
  }
}

/** Things made of a snapshot, kept as long as it's the one that is read: of the questions that were asked last, at most some. */
export class Kept<Made> {
  readonly #most: number;
  readonly #made = new Map<string, Promise<Made>>();
  #snapshot: string | null = null;

  constructor(most: number) {
    this.#most = most;
  }

  /** @param snapshot null for drafts, of which nothing is kept */
  get(snapshot: string | null, question: string, make: () => Promise<Made>): Promise<Made> {
    if (this.#snapshot !== snapshot) this.#made.clear();
    this.#snapshot = snapshot;
    if (snapshot === null) return make();
    const made = this.#made.get(question) ?? make();
    this.#made.delete(question);
    this.#made.set(question, made);
    for (const oldest of this.#made.keys()) if (this.#made.size > this.#most) this.#made.delete(oldest);
    // A failure isn't kept.
    made.catch(() => {
      if (this.#made.get(question) === made) this.#made.delete(question);
    });
    return made;
  }
}

/** The most questions whose answers are kept. */
const MOST = 32;

/** Things made of a snapshot, kept as long as it's the one that is read, for the questions that were asked last. */
export class Kept<Made> {
  readonly #made = new Map<string, Promise<Made>>();
  #snapshot: string | null = null;

  /** @param snapshot null for drafts, of which nothing is kept */
  get(snapshot: string | null, question: string, make: () => Promise<Made>): Promise<Made> {
    if (this.#snapshot !== snapshot) this.#made.clear();
    this.#snapshot = snapshot;
    if (snapshot === null) return make();
    const made = this.#made.get(question) ?? make();
    this.#made.delete(question);
    this.#made.set(question, made);
    for (const oldest of this.#made.keys()) if (this.#made.size > MOST) this.#made.delete(oldest);
    // A failure isn't kept.
    made.catch(() => {
      if (this.#made.get(question) === made) this.#made.delete(question);
    });
    return made;
  }
}

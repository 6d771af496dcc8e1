/** The header of answers with the position of the event stream from which on all changes are missing in them. */
const HEADER = 'stele-events-after';

/**
 * Knows where the event stream of each project goes on, so that no change is missed between reading a list and opening the
 * stream, however late that is.
 */
class StreamPositions {
  #first = '';
  #latest = '';
  readonly #reached = new Map<string, string>();

  /** Notes the position that an answer of the API has. */
  hear(headers: Headers): void {
    const position = headers.get(HEADER) ?? '';
    if (!/^\d+$/.test(position)) return;
    this.#first ||= position;
    if (Number(position) > Number(this.#latest)) this.#latest = position;
  }

  /** A project is opened: whatever is read of it from now on comes after this position. One that was open goes on where it was left. */
  begin(projectId: string): void {
    if (this.#latest !== '' && !this.#reached.has(projectId)) this.#reached.set(projectId, this.#latest);
  }

  /** Notes the position of what came last from a project's stream. */
  reach(projectId: string, position: string): void {
    this.#reached.set(projectId, position);
  }

  /** Where the stream of a project goes on; empty while that isn't known. */
  of(projectId: string): string {
    return this.#reached.get(projectId) ?? this.#first;
  }
}

export const streamPositions = new StreamPositions();

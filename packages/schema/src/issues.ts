/** Where something is: keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** Something wrong, and where. */
export interface Issue {
  readonly path: Path;
  readonly message: string;
}

/** How many issues are kept of those that are found. */
export const MAX_ISSUES = 100;

/** Issues as they're found: the first hundred, and how many more there are. */
export class IssueLog {
  readonly issues: Issue[] = [];
  #more = 0;

  /** How many were found beyond those that are kept. */
  get more(): number {
    return this.#more;
  }

  get found(): number {
    return this.issues.length + this.#more;
  }

  /** Whether no further issue is kept. */
  get isFull(): boolean {
    return this.issues.length >= MAX_ISSUES;
  }

  add(path: Path, message: string): void {
    if (this.isFull) this.#more++;
    else this.issues.push({ path, message });
  }

  /** Notes that there are more. */
  count(more: number): void {
    this.#more += more;
  }
}

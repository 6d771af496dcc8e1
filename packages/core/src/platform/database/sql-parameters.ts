/** The values of a statement that is put together piece by piece. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** Takes a value. @returns its placeholder */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

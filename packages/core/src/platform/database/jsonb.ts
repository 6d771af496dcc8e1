/** PostgreSQL's binary form of `jsonb` is its text behind the number of that form. */
const FORM = 1;

/**
 * A large JSON value as a parameter for `pg`. It lies outside of JavaScript's heap, in which a long text that is still
 * there when young objects are cleared away stays until all of the heap is.
 */
export function jsonbOf(value: unknown): Buffer {
  const text = JSON.stringify(value);
  const buffer = Buffer.allocUnsafe(1 + Buffer.byteLength(text));
  buffer.write(text, buffer.writeUInt8(FORM, 0));
  return buffer;
}

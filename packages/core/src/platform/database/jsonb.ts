/** PostgreSQL's binary form of `jsonb` is a version number followed by the text. */
const FORM = 1;

/**
 * A large JSON value as a parameter for `pg`. It's a buffer, because a long string in JavaScript's heap would stay in memory until
 * the next full garbage collection.
 */
export function jsonbOf(value: unknown): Buffer {
  const text = JSON.stringify(value);
  const buffer = Buffer.allocUnsafe(1 + Buffer.byteLength(text));
  buffer.write(text, buffer.writeUInt8(FORM, 0));
  return buffer;
}

/** PostgreSQL's binary form of `jsonb` is a version number followed by the text. */
const FORM = 1;

/**
 * A large JSON value as a parameter for `pg`, outside of JavaScript's heap: a long text that survives a minor garbage
 * collection would stay there until the next full one.
 */
export function jsonbOf(value: unknown): Buffer {
  const text = JSON.stringify(value);
  const buffer = Buffer.allocUnsafe(1 + Buffer.byteLength(text));
  buffer.write(text, buffer.writeUInt8(FORM, 0));
  return buffer;
}

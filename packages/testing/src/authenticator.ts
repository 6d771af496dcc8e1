import { createHmac } from 'node:crypto';

/** The code that an authenticator app shows for an `otpauth://` URL. */
export function codeOfApp(uri: string, at = Date.now()): string {
  const letters = new URL(uri).searchParams.get('secret') ?? '';
  let bits = '';
  for (const letter of letters) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

import { describe, expect, it } from 'vitest';
import { newEncryptionKeys, parseEncryptionKeys, SealBroken, SecretBox } from './secret-box.ts';

describe('a secret box', () => {
  const old = newEncryptionKeys();
  const box = new SecretBox(old);

  it('opens what it sealed, in its place alone', () => {
    const sealed = box.seal('https://hook/ä', 'dpt_1');
    expect(box.open(sealed, 'dpt_1')).toBe('https://hook/ä');
    expect(() => box.open(sealed, 'dpt_2')).toThrow(SealBroken);
  });

  it('shows nothing of the secret, and seals the same one differently each time', () => {
    const [one, two] = [box.seal('hook-secret', 'x'), box.seal('hook-secret', 'x')];
    expect(one).not.toBe(two);
    expect(`${one}${Buffer.from(one.split('.')[3] ?? '', 'base64url')}`).not.toContain('hook');
  });

  it('notices an altered byte', () => {
    const sealed = box.seal('hook-secret', 'x');
    const [form, id, iv, text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(() => box.open([form, id, iv, altered.toString('base64url')].join('.'), 'x')).toThrow(SealBroken);
    }
  });

  it('opens what an earlier key sealed as long as it has that key, and says what is stale', () => {
    const sealed = box.seal('hook-secret', 'x');
    const added = newEncryptionKeys();
    const rotated = new SecretBox(`${added},${old}`);
    expect(rotated.open(sealed, 'x')).toBe('hook-secret');
    expect([rotated.isStale(sealed), rotated.isStale(rotated.seal('s', 'x'))]).toEqual([true, false]);
    const id = box.currentKeyId;
    expect(() => new SecretBox(added).open(sealed, 'x')).toThrow(`The key ${id}`);
  });

  it('is made of keys that have a name of their own and 32 bytes', () => {
    expect(parseEncryptionKeys(`${old} , ${newEncryptionKeys()}`)).toHaveLength(2);
    for (const wrong of ['', 'a', 'a:b', `a:${'A'.repeat(42)}`, `${old},${old}`, `${old},`]) {
      expect(() => parseEncryptionKeys(wrong), wrong).toThrow(/^must/);
    }
  });
});

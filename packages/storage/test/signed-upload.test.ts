import { describe, expect, it } from 'vitest';
import { InvalidKeyError, signPart, signUpload, UPLOAD_PATH, verifySignedUpload } from '../src/index.ts';

const signingKey = 'a signing key of at least 32 characters';
const now = new Date('2026-03-01T12:00:00.500Z');
const settings = { publicUrl: 'https://content.example.com/base/', signingKey, now };
const declared = { contentType: 'image/svg+xml; charset="utf-8"', contentLength: 12, expiresInSeconds: 60 };

function sign(key = 'prj_1/media/ast_1/a.svg', options = declared): { key: string; query: URLSearchParams } {
  const url = new URL(signUpload(key, options, settings).url);
  return { key: url.pathname.slice(`/base${UPLOAD_PATH}`.length), query: url.searchParams };
}

function verify(key: string, query: URLSearchParams, at = now, secret = signingKey) {
  return verifySignedUpload(key, query, { signingKey: secret, now: at });
}

describe('signed upload URLs', () => {
  it('lie below the public address and are accepted as made', () => {
    const { url, headers, expiresAt } = signUpload('a/b.png', declared, settings);
    expect(url.startsWith('https://content.example.com/base/uploads/a/b.png?')).toBe(true);
    expect(headers).toEqual({ 'content-type': declared.contentType });
    expect(expiresAt).toEqual(new Date('2026-03-01T12:01:00Z'));
    const { key, query } = sign();
    const { contentType, contentLength } = declared;
    expect(verify(key, query)).toEqual({ key, contentType, contentLength, expiresAt, part: null });
  });

  it('are accepted until they expire and not after', () => {
    const { key, query } = sign();
    expect(verify(key, query, new Date('2026-03-01T12:00:59.999Z'))).not.toBeNull();
    expect(verify(key, query, new Date('2026-03-01T12:01:00.000Z'))).toBeNull();
  });

  it('are refused for another key or another secret', () => {
    const { key, query } = sign();
    expect(verify('prj_1/media/ast_1/b.svg', query)).toBeNull();
    expect(verify(key, query, now, 'another key of at least 32 characters')).toBeNull();
  });

  it.each([
    ['content_type', 'text/html'],
    ['content_length', '13'],
    ['content_length', '012'],
    ['content_length', '1e1'],
    ['expires', '99999999999'],
    ['expires', 'never'],
    ['signature', ''],
    ['signature', 'AAAA'],
  ])('are refused when %s is changed to %j', (name, value) => {
    const { key, query } = sign();
    query.set(name, value);
    expect(verify(key, query)).toBeNull();
  });

  it.each(['content_type', 'content_length', 'expires', 'signature'])('are refused without %s, or with two', (name) => {
    const { key, query } = sign();
    const twice = new URLSearchParams(query);
    twice.append(name, query.get(name) ?? '');
    expect(verify(key, twice)).toBeNull();
    query.delete(name);
    expect(verify(key, query)).toBeNull();
  });

  it('let no field run into the next', () => {
    const { query } = sign('a', { ...declared, contentType: 'b' });
    query.set('content_type', 'a\nb');
    expect(verify('PUT', query)).toBeNull();
    expect(verify('a\nb', query)).toBeNull();
  });

  it('are not made for a key or options that no upload can meet', () => {
    expect(() => signUpload('../a', declared, settings)).toThrow(InvalidKeyError);
    expect(() => signUpload('a', { ...declared, contentLength: 0.5 }, settings)).toThrow(TypeError);
    expect(() => signUpload('a', { ...declared, contentType: 'a\nb' }, settings)).toThrow(TypeError);
  });
});

describe('signed URLs of parts', () => {
  const uploadId = '0123456789abcdef0123456789abcdef';
  const part = { partNumber: 7, contentLength: 12, expiresInSeconds: 60 };
  const signed = (): URLSearchParams => new URL(signPart('a/b', uploadId, part, settings).url).searchParams;

  it('are accepted as made, for one part of one upload', () => {
    expect(verify('a/b', signed())).toEqual({
      key: 'a/b',
      contentType: null,
      contentLength: 12,
      expiresAt: new Date('2026-03-01T12:01:00Z'),
      part: { uploadId, partNumber: 7 },
    });
    expect(verify('a/b', signed(), new Date('2026-03-01T12:01:00.000Z'))).toBeNull();
  });

  it.each([
    ['upload_id', 'f123456789abcdef0123456789abcdef'],
    ['upload_id', '../../../../../../../../etc/passwd'],
    ['part_number', '8'],
    ['content_length', '13'],
    ['content_type', 'image/png'],
  ])('are refused when %s is %j', (name, value) => {
    const query = signed();
    query.set(name, value);
    expect(verify('a/b', query)).toBeNull();
  });

  it('are no URLs of whole objects, nor the other way round', () => {
    const query = signed();
    query.delete('upload_id');
    query.delete('part_number');
    query.set('content_type', '');
    expect(verify('a/b', query)).toBeNull();
    const whole = sign('a/b').query;
    whole.set('upload_id', uploadId);
    whole.set('part_number', '7');
    expect(verify('a/b', whole)).toBeNull();
  });

  it('are not made for what no upload can meet', () => {
    expect(() => signPart('../a', uploadId, part, settings)).toThrow(InvalidKeyError);
    expect(() => signPart('a', '../x', part, settings)).toThrow(TypeError);
    expect(() => signPart('a', uploadId, { ...part, partNumber: 0 }, settings)).toThrow(TypeError);
  });
});

// @module-tag full

import { chooseEncoding, isKnown, rangeHolds } from '@stele/http';
import { assertValidKey, verifySignedUpload } from '@stele/storage';
import { findGrowth } from '@stele/testing/growth';
import { describe, expect, it } from 'vitest';
import { parseRange } from '../src/http/range.ts';
import { matchRoute } from '../src/routes.ts';
import { safetyHeaders } from '../src/serve/media-safety.ts';

/** Paths and headers that take longest to parse. */
const TEXTS: Record<string, (length: number) => string> = {
  'one letter': (length) => 'a'.repeat(length),
  spaces: (length) => ' '.repeat(length),
  'spaces inside': (length) => `bytes=${' '.repeat(length)}1-`,
  digits: (length) => `bytes=${'1'.repeat(length)}-${'1'.repeat(length)}!`,
  ranges: (length) => `bytes=${'1-,'.repeat(length / 3)}`,
  quotes: (length) => `${'"'.repeat(length)}x`,
  'weak etags': (length) => 'W/"a",'.repeat(length / 6),
  'etags that begin': (length) => 'W/'.repeat(length / 2),
  encodings: (length) => 'br;q=0.1,'.repeat(length / 9),
  'different encodings': (length) => Array.from({ length: length / 6 }, (_, index) => `${index};q=1`).join(','),
  weights: (length) => `br${';q=1'.repeat(length / 4)}`,
  'a long weight': (length) => `br;q=${'1.'.repeat(length / 2)}`,
  slashes: (length) => '/'.repeat(length),
  dots: (length) => '/..'.repeat(length / 3),
  segments: (length) => `/prj_1/media/ast_1${'/a'.repeat(length / 2)}`,
  'a file name': (length) => `/prj_1/snapshots/snap_1/${'a.'.repeat(length / 2)}json`,
  escapes: (length) => `/uploads/${'%2f'.repeat(length / 3)}`,
  'broken escapes': (length) => `/uploads/${'%'.repeat(length)}`,
  hyphens: (length) => `/prj_1/snapshots/snap_1/a.${'-'.repeat(length)}.json`,
  'a media type': (length) => `image/${'a+'.repeat(length / 2)}`,
};

const etag = '"0123456789abcdef"';
const READERS: Record<string, (text: string) => unknown> = {
  'the address': (text) => matchRoute(text),
  Range: (text) => parseRange(text, 1000),
  'If-Range': (text) => rangeHolds(text, etag, new Date(0)),
  'If-None-Match': (text) => isKnown(text, etag),
  'Accept-Encoding': chooseEncoding,
  'the type of a file': safetyHeaders,
  'the key of an object': assertValidKey,
};

describe('requests are read in linear time', () => {
  for (const [reader, read] of Object.entries(READERS)) {
    it(reader, async () => {
      for (const [name, make] of Object.entries(TEXTS)) expect(await findGrowth(make, read), name).toBeNull();
    });
  }

  it('the query of an upload', async () => {
    const settings = { signingKey: 'k'.repeat(40), now: new Date(0) };
    const query = (length: number): string =>
      `content_type=${'a'.repeat(length / 4)}&content_length=1&expires=${'9'.repeat(length / 4)}&signature=${'A'.repeat(length / 4)}`;
    const names = (length: number): string => Array.from({ length: length / 6 }, (_, index) => `k${index}`).join('&');
    for (const make of [query, names]) {
      expect(await findGrowth(make, (text) => verifySignedUpload('a', new URLSearchParams(text), settings))).toBeNull();
    }
  });
});

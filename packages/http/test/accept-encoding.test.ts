import { describe, expect, it } from 'vitest';
import { acceptsEncoding, chooseEncoding } from '../src/index.ts';

describe('the choice of an encoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0.8, gzip;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['br;q=0.000', null],
    ['identity', null],
    ['identity;q=1, br;q=0.5', null],
    ['identity;q=0.5, br;q=0.5', 'br'],
    ['identity;q=0', null],
    ['identity;q=0, br;q=0.1', 'br'],
    ['deflate, zstd', null],
    ['*', 'gzip'],
    ['*;q=0', null],
    ['br, *;q=0', 'br'],
    ['gzip;q=0, *', null],
    ['br ; q=0.2 , gzip ; q=0.3', 'gzip'],
    ['br;q=2', null],
    ['br;q=abc', null],
    [',,;;q=1,', null],
  ])('for %j is %j', (accepted, expected) => {
    expect(chooseEncoding(accepted)).toBe(expected);
  });
});

it.each([
  ['gzip, br;q=0.5', true, true],
  ['br;q=0, *', false, true],
  ['deflate', false, false],
  [undefined, false, false],
])('a client that sends %j reads br: %s, gzip: %s', (accepted, br, gzip) => {
  expect([acceptsEncoding(accepted, 'br'), acceptsEncoding(accepted, 'gzip')]).toEqual([br, gzip]);
});

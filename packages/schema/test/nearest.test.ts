import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearest } from '../src/index.ts';

it.each([
  ['requird', 'required'],
  ['titel', 'title'],
  ['pubdate', 'pubDate'],
  ['lst', 'list'],
  ['discription', 'description'],
  ['b', null],
  ['bi', null],
  ['BY', 'by'],
  ['relation', null],
  ['sort', null],
  ['', null],
  ['x'.repeat(100_000), null],
])('finds what was meant by %.20s: %s', (written, meant) => {
  const names = ['required', 'title', 'pubDate', 'list', 'description', 'by', 'localized'];
  expect(nearest(written, names)).toBe(meant);
});

it('takes a name for what is written, whatever else there is', () => {
  const name = fc.string({ minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(name, fc.array(name), (written, others) => {
      const found = nearest(written, [...others, written]);
      expect(found?.toLowerCase()).toBe(written.toLowerCase());
    }),
  );
});

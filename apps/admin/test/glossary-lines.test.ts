import { expect, it } from 'vitest';
import { readLines, toLines } from '../src/translation/glossary-lines.ts';

it('reads terms from lines, and from two columns of a spreadsheet', () => {
  const terms = [
    { term: 'draft', translation: 'Entwurf' },
    { term: 'a = b', translation: 'gleich = gleich' },
  ];
  expect(readLines('draft=Entwurf\n\n  \na = b\tgleich = gleich\r\n')).toEqual(terms);
  expect(readLines(toLines(terms))).toEqual(terms);
  expect(readLines('')).toEqual([]);
});

it('names the first line that is no term', () => {
  expect(readLines('draft = Entwurf\ndraft')).toBe(2);
  expect(readLines('= Entwurf')).toBe(1);
  expect(readLines('draft =')).toBe(1);
});

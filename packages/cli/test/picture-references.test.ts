import { describe, expect, it } from 'vitest';
import { pictureReferences } from '../src/import/markdown/picture-references.ts';

const read = (text: string) =>
  pictureReferences(text).map(({ address, start, end }) => [address, text.slice(start, end)]);

describe('pictures in Markdown', () => {
  it.each([
    ['![A](a.jpg)', 'a.jpg', 'a.jpg'],
    ['![A](a.jpg "A title")', 'a.jpg', 'a.jpg'],
    ["![A]( <a b.jpg> 'A title' )", 'a b.jpg', '<a b.jpg>'],
    ['![A](a(1).jpg)', 'a(1).jpg', 'a(1).jpg'],
    ['![A](a\\_b.jpg)', 'a_b.jpg', 'a\\_b.jpg'],
    ['![Photo by [Jane](https://jane.example)](a.jpg)', 'a.jpg', 'a.jpg'],
    ['![![inner](b.jpg)](a.jpg)', 'a.jpg', 'a.jpg'],
    ['![a\\](b](a.jpg)', 'a.jpg', 'a.jpg'],
    ['![A][one]\n\n[one]: a.jpg "A title"', 'a.jpg', 'a.jpg'],
    ['<img alt="A" src="a.jpg">', 'a.jpg', 'a.jpg'],
    ["<p>\n<img src='a.jpg' />\n</p>", 'a.jpg', 'a.jpg'],
    ['<img src=a.jpg>', 'a.jpg', 'a.jpg'],
  ])('%s', (text, address, written) => {
    expect(read(text)).toEqual([[address, written]]);
  });

  it.each([
    ['![A *b*](a.jpg)', 'A b'],
    ['![](a.jpg)', ''],
    ['![A][one] ![][one]\n\n[one]: a.jpg', 'A'],
    ['<img alt="A" src="a.jpg">', 'A'],
    ["<img src='a.jpg' alt='A &gt;' />", 'A &gt;'],
    ['<img src="a.jpg"> <i title="no" alt="B"></i>', ''],
  ])('say what they show: %s', (text, alt) => {
    expect(pictureReferences(text).map((place) => place.alt)).toEqual([alt]);
  });

  it.each([
    '`![A](a.jpg)`',
    '```\n![A](a.jpg)\n```',
    '    ![A](a.jpg)',
    '[A](a.jpg)',
    '[one]: a.jpg\n\n[A][one]',
    '<!-- <img src="a.jpg"> -->',
    '<img src={hero.src} />',
    '![]()',
  ])('are none in %s', (text) => {
    expect(read(text)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { type MarkedNode, type RichNode, richtextChanges } from '../src/changes/richtext-changes.ts';

const text = (words: string, ...marks: string[]): RichNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
const line = (...content: RichNode[]): RichNode => ({ type: 'paragraph', content });
const list = (...items: string[]): RichNode => ({
  type: 'bulletList',
  content: items.map((item) => ({ type: 'listItem', content: [line(text(item))] })),
});
const said = ({ node, tone, children }: MarkedNode): string =>
  `${tone === 'same' ? '' : tone === 'added' ? '+' : '-'}${node.text ?? node.type}${children.length > 0 ? `(${children.map(said).join(' ')})` : ''}`;
const changes = (before: RichNode[], after: RichNode[]): string[] => richtextChanges(before, after).map(said);

describe('what became of rich text', () => {
  it('lists changed blocks, and within a block the changed words with their marks', () => {
    expect(
      changes(
        [line(text('The old weir')), line(text('It stays'))],
        [line(text('The '), text('broken ', 'bold'), text('weir')), line(text('It stays')), { type: 'horizontalRule' }],
      ),
    ).toEqual(['paragraph(The  -old  +broken  weir)', 'paragraph(It stays)', '+horizontalRule']);
  });

  it('goes into lists, and takes a block of another kind for another block', () => {
    expect(changes([list('a', 'b')], [list('a', 'c')])).toEqual([
      'bulletList(listItem(paragraph(a)) listItem(paragraph(-b +c)))',
    ]);
    const heading = { type: 'heading', attrs: { level: 2 }, content: [text('a')] };
    expect(changes([line(text('a'))], [heading])).toEqual(['-paragraph(a)', '+heading(a)']);
  });

  it('shows a word that only got another mark', () => {
    expect(changes([line(text('a b'))], [line(text('a '), text('b', 'bold'))])).toEqual(['paragraph(a  -b +b)']);
  });

  it('shows a rewritten sentence as the old and the new one, and its neighbours word by word', () => {
    const before = 'The heron came at dawn and stood in the weir. Nobody saw the boat.';
    const after = 'At six, the keeper found a heron in the reeds by chance. Nobody saw the boat.';
    const [paragraph] = richtextChanges([line(text(before))], [line(text(after))]);
    const told = (tone: string) =>
      paragraph?.children.flatMap((one) => (one.tone === tone ? String(one.node.text) : [])).join('');
    expect(told('removed')).toBe('The heron came at dawn and stood in the weir. ');
    expect(told('added')).toBe('At six, the keeper found a heron in the reeds by chance. ');
    expect(told('same')).toBe('Nobody saw the boat.');
  });

  it('shows all of it where too much changed to compare', () => {
    const many = (of: number, step: number) =>
      Array.from({ length: 3000 }, (_, at) => line(text(`${(at * step) % of}`)));
    const result = richtextChanges(many(7, 1), many(5, 3));
    expect([result.length, result[0]?.tone, result.at(-1)?.tone]).toEqual([6000, 'removed', 'added']);
  });
});

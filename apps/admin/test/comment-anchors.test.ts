import { describe, expect, it } from 'vitest';
import { findAnchor } from '../src/editor/comments/anchors.ts';
import { namedPeople, partsOfBody, toBody, toText, typedMention } from '../src/editor/comments/mentions.ts';
import { anchorAt, plainText } from '../src/editor/comments/text-anchor.ts';

const TEXT = 'The harbour opens in spring. Boats may leave at dawn, and the harbour closes in autumn.';

/** The words that an anchor of some words is found at in another text; null when they're gone. */
function found(words: string, text: string, nth = 0): string | null {
  let start = -1;
  for (let n = 0; n <= nth; n++) start = TEXT.indexOf(words, start + 1);
  const anchor = anchorAt(TEXT, start, start + words.length);
  const place = anchor && findAnchor(text, anchor);
  return place && `${place.start} ${text.slice(place.start, place.end)}`;
}

describe('a comment on words', () => {
  it('finds them where they were, and where the text before them has changed', () => {
    expect(found('Boats may leave', TEXT)).toBe('29 Boats may leave');
    expect(found('Boats may leave', `A new sentence. ${TEXT}`)).toBe('45 Boats may leave');
    expect(found('Boats may leave', TEXT.slice(20))).toBe('9 Boats may leave');
    expect(found('at dawn', TEXT.replace('Boats may leave', 'Ships leave'))).toBe('41 at dawn');
  });

  it('tells words that stand there twice apart by what is around them', () => {
    const longer = `Once more: ${TEXT}`;
    expect(found('harbour', longer)).toBe(`${longer.indexOf('harbour')} harbour`);
    expect(found('harbour', longer, 1)).toBe(`${longer.lastIndexOf('harbour')} harbour`);
    expect(found('harbour', TEXT.replace('The harbour opens in spring. ', ''), 1)).toBe('33 harbour');
  });

  it('finds words that were changed a little', () => {
    expect(found('Boats may leave at dawn', TEXT.replace('may leave', 'can leave'))).toBe('29 Boats can leave at dawn');
  });

  it('says that they are gone, also when the same words stand elsewhere', () => {
    expect(found('Boats may leave at dawn', 'The harbour opens in spring.')).toBeNull();
    expect(found('harbour', 'Every other sentence of this is new, though it has a harbour somewhere.')).toBeNull();
    expect(found('Boats may leave', '')).toBeNull();
    expect(found('harbour', TEXT.replace('The harbour opens in spring. ', 'It opens. '))).toBeNull();
  });

  it('is about nothing when none or too many are selected', () => {
    expect(anchorAt(TEXT, 3, 4)).toBeNull();
    expect(anchorAt('x'.repeat(2000), 0, 1001)).toBeNull();
    expect(anchorAt(TEXT, 4, 11)).toEqual({
      exact: 'harbour',
      prefix: 'The ',
      suffix: ' opens in spring. Boats may leav',
      start: 4,
    });
  });

  it('takes the plain text of a rich text, a line for each block', () => {
    const text = (words: string) => ({ type: 'text', text: words });
    const paragraph = (...words: string[]) => ({ type: 'paragraph', content: words.map(text) });
    const item = (words: string) => ({ type: 'listItem', content: [paragraph(words)] });
    const list = { type: 'bulletList', content: [item('a'), item('b')] };
    const heading = { type: 'heading', attrs: { level: 2 }, content: [text('Top')] };
    const doc = { type: 'doc', content: [heading, paragraph('one ', 'two'), { type: 'paragraph' }, list] };
    expect(plainText(doc)).toBe('Top\none two\n\na\nb');
    expect([plainText('x'), plainText(undefined), plainText(null)]).toEqual(['x', '', '']);
  });
});

describe('a mention', () => {
  const people = namedPeople([
    { user_id: 'usr_1', name: 'Ada', email: 'ada@example.org' },
    { user_id: 'usr_2', name: 'Ada Byron', email: 'byron@example.org' },
    { user_id: 'usr_3', name: 'Ben', email: 'b1@example.org' },
    { user_id: 'usr_4', name: 'Ben', email: 'b2@example.org' },
  ]);

  it('is typed after an @ that begins a word', () => {
    expect(['@', 'Hi @Ad', 'x@y', '@a\n', 'no'].map(typedMention)).toEqual(['', 'Ad', null, null, null]);
  });

  it('is stored by id and shown by name; people of one name differ by their address', () => {
    const body = toBody('Hi @Ada Byron and @Ada, @Ben (b2@example.org)', people);
    expect(body).toBe('Hi @[usr_2] and @[usr_1], @[usr_4]');
    expect(partsOfBody('Hi @[usr_2]!', [{ id: 'usr_2', name: 'Ada Byron' }], 'someone')).toEqual([
      { text: 'Hi ', isMention: false },
      { text: '@Ada Byron', isMention: true },
      { text: '!', isMention: false },
    ]);
    expect(partsOfBody('@[usr_9]', [], 'someone')).toEqual([{ text: '@someone', isMention: true }]);
  });

  it('ends where its word does', () => {
    expect(toBody('@Adam, x@Ada, @Ada’s (@Ada)', people)).toBe('@Adam, x@Ada, @[usr_1]’s (@[usr_1])');
    expect(toBody('@Ada @Ada', people)).toBe('@[usr_1] @[usr_1]');
    expect(toBody('@Ada', [])).toBe('@Ada');
  });

  it('is of whom was chosen, whatever others are called', () => {
    expect(toBody('@Ada Byron', people, new Map([['Ada', 'usr_1']]))).toBe('@[usr_1] Byron');
    expect(toBody('@Ada', people, new Map([['Ada', 'usr_9']]))).toBe('@[usr_9]');
  });

  it('stays when a comment is edited: of namesakes, and of people who have left', () => {
    const body = '@[usr_3] and @[usr_4], @[usr_3], @[usr_8] or @[usr_9]';
    const mentions = ['usr_3', 'usr_4'].map((id) => ({ id, name: 'Ben' }));
    const { text, chosen } = toText(body, mentions, 'someone');
    expect(text).toBe('@Ben and @Ben (2), @Ben, @someone or @someone (2)');
    expect(toBody(text, people, chosen)).toBe(body);
  });
});

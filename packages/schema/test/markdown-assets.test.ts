import { describe, expect, it } from 'vitest';
import { acceptsMime } from '../src/index.ts';
import { markdownAssets, renderMarkdown, unrenderMarkdown } from '../src/markdown-assets.ts';

const A = 'ast_01kah51f8q3n7r5w2z6x9c4vbt';
const B = 'ast_01kah51f8q3n7r5w2z6x9c4vbu';
const urlOf = (id: string): string => `../../media/${id}/0123456789abcdef01234567/a-photo.webp`;
const resolve = (id: string) => (id === A ? { url: urlOf(id), alt: 'A [small]\n lighthouse \\' } : null);

describe('assets in Markdown', () => {
  it('are found wherever their name stands', () => {
    const described = (text: string) => markdownAssets(text).map(({ id, isUndescribed }) => [id, isUndescribed]);
    expect(described(`![](asset:${A}) and ![x](asset:${B})`)).toEqual([
      [A, true],
      [B, false],
    ]);
    expect(described(`![](<asset:${A}>)`)).toEqual([[A, true]]);
    expect(described(`[the report](asset:${A} "2026")`)).toEqual([[A, false]]);
    expect(described(`[report]: asset:${A}\n<img src="asset:${B}" alt="">`)).toEqual([
      [A, false],
      [B, false],
    ]);
    expect(described(`asset:${A}, asset:${A}.`)).toHaveLength(2);
  });

  it('are not found in other words', () => {
    for (const text of [
      A,
      `my-asset:${A}`,
      `assets:${A}`,
      `asset:${A}-x`,
      `asset:${A}_x`,
      'asset:',
      'asset:ast_',
      '',
    ]) {
      expect(markdownAssets(text), text).toEqual([]);
    }
  });

  it('become addresses, and pictures without a text get theirs', () => {
    expect(renderMarkdown(`a ![](asset:${A}) ![own](asset:${A}) [b](asset:${A})`, resolve)).toBe(
      `a ![A \\[small\\] lighthouse \\\\](${urlOf(A)}) ![own](${urlOf(A)}) [b](${urlOf(A)})`,
    );
    expect(renderMarkdown(`![](<asset:${A}>)`, () => ({ url: 'u', alt: null }))).toBe('![](<u>)');
    expect(renderMarkdown('$& asset:ast_x $1', () => ({ url: '$&', alt: null }))).toBe('$& $& $1');
  });

  it('that are not there stay as they stand', () => {
    const text = `![](asset:${B}) asset:${B}`;
    expect(renderMarkdown(text, resolve)).toBe(text);
  });

  it('are read from what was published', () => {
    const text = `![x](asset:${A} "title") and asset:${A}.`;
    expect(unrenderMarkdown(renderMarkdown(text, resolve), () => true)).toBe(text);
    const byHand = renderMarkdown(text, resolve);
    expect(unrenderMarkdown(byHand, (id) => id === B)).toBe(byHand);
    for (const other of [
      '../../media/x',
      `../../media/${A}/short/a.webp`,
      `/media/${A}/0123456789abcdef01234567/a.webp`,
    ]) {
      expect(unrenderMarkdown(other, () => true)).toBe(other);
    }
  });
});

it.each([
  [null, 'image/png', true],
  [['image/*'], 'image/png', true],
  [['image/*'], 'imagex/png', false],
  [['image/*', 'application/pdf'], 'application/pdf', true],
  [['image/png'], 'image/jpeg', false],
  [['image/png'], 'image/png', true],
])('a field that takes %j takes %s: %s', (accept, mime, takes) => {
  expect(acceptsMime(accept, mime)).toBe(takes);
});

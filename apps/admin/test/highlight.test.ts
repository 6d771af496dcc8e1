import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CodeToken, loadHighlighter, piecesOf } from '../src/editor/fields/highlight.ts';

/** All passes over a text, as the control makes them. */
async function coloured(language: string, text: string): Promise<{ tokens: readonly CodeToken[]; passes: number }> {
  const split = await loadHighlighter(language);
  for (let passes = 1; ; passes++) {
    const { tokens, hasMore } = split?.(text) ?? { tokens: [], hasMore: false };
    expect(tokens.map((token) => token.text).join('')).toBe(text);
    if (!hasMore) return { tokens, passes };
  }
}

it('pieces are the code, none longer than 2,000 characters, and end behind blank lines where there are some', () => {
  const code = fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '\n\n', '{', '"', 'const x = 1;\n'),
    maxLength: 6_000,
  });
  fc.assert(
    fc.property(code, (text) => {
      const pieces = piecesOf(text);
      expect(pieces.join('')).toBe(text);
      expect(pieces.every(({ length }) => length > 0 && length <= 2_000)).toBe(true);
    }),
  );
  const block = `${'a();\n'.repeat(250)}\n`;
  expect(piecesOf(block.repeat(3))).toEqual([block, block, block]);
});

it('all of a long text is coloured, pass by pass, also where one would take minutes', async () => {
  // Whole, it would take highlight.js some hundred times as long.
  const hostile = await coloured('markdown', '[a]('.repeat(10_000));
  expect(hostile.passes).toBeGreaterThan(0);
  const { tokens } = await coloured('typescript', 'const a = 1;\n\n'.repeat(3_000));
  expect(tokens.filter(({ kind }) => kind === 'keyword')).toHaveLength(3_000);
});

it('a longer text, and one in an unknown language, have no colours', async () => {
  expect((await coloured('typescript', 'a '.repeat(25_001))).tokens).toEqual([
    { text: 'a '.repeat(25_001), kind: null },
  ]);
  expect(await loadHighlighter('constructor')).toBeNull();
});

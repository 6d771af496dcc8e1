// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { withWords } from '../src/i18n/load-words.ts';

const { tagsIn, tagsRefused } = await withWords(import('../src/media/asset-tags.ts'));

describe('tags of a file', () => {
  it('are separated by what they can not have', () => {
    expect(tagsIn('coast, sea\tlow water').map((one) => one.trim())).toEqual(['coast', 'sea', 'low water']);
  });

  it('are refused when they are too many or too long', () => {
    const there = Array.from({ length: 29 }, (_, at) => `t${at}`);
    expect(tagsRefused(there, ['coast'])).toBeUndefined();
    expect(tagsRefused(there, ['coast', 'sea'])).toMatch(/at most 30 tags/);
    expect(tagsRefused([], ['x'.repeat(50)])).toBeUndefined();
    expect(tagsRefused([], ['x'.repeat(51)])).toMatch(/at most 50 characters/);
  });
});

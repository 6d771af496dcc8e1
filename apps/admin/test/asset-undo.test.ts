import { describe, expect, it } from 'vitest';
import { placeOf } from '../src/media/use-save-asset.ts';

describe('the message about a change of a published file', () => {
  it('replaces only the earlier one about the same field and language', () => {
    const places = [
      placeOf('ast_1', { caption: { en: 'One' } }),
      placeOf('ast_1', { caption: { de: 'Eins' } }),
      placeOf('ast_1', { alt_text: { en: 'One' } }),
      placeOf('ast_1', { credit: 'Ada' }),
      placeOf('ast_2', { credit: 'Ada' }),
    ];
    expect(new Set(places).size).toBe(places.length);
    expect(placeOf('ast_1', { caption: { en: 'Two' } })).toBe(places[0]);
  });
});

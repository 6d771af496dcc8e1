import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readColour, writeColour } from '../src/editor/fields/colour-text.ts';

describe('a colour', () => {
  it('is written as it was read', () => {
    const channel = fc.integer({ min: 0, max: 255 }).map((one) => one.toString(16).padStart(2, '0'));
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), channel, (rgb, alpha) => {
        const opacity = alpha === 'ff' ? '' : alpha;
        const text = `#${rgb.join('')}${opacity}`;
        const colour = readColour(text);
        expect(colour && writeColour(colour)).toBe(text);
      }),
    );
  });

  it.each([
    ['#ff0000', 0, 1, 1],
    ['#00ff00', 120, 1, 1],
    ['#0000ff', 240, 1, 1],
    ['#808080', 0, 0, 128 / 255],
  ])('has a hue, a saturation and a brightness: %s', (text, hue, saturation, value) => {
    expect(readColour(text)).toEqual({ hue, saturation, value, alpha: 1 });
  });

  it.each(['', '#fff', 'red', '#12345g'])('is no %s', (text) => {
    expect(readColour(text)).toBeNull();
  });
});

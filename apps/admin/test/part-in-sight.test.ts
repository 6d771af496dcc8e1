import { describe, expect, it } from 'vitest';
import { partInSight } from '@/media/crop/part-in-sight.ts';

describe('what stays in sight of a picture', () => {
  it('is the largest part of the ratio, centred on the point as far as the edges allow', () => {
    expect(partInSight(2, 1, { x: 0.5, y: 0.1 }, false)).toEqual({ x: 0.25, y: 0, width: 0.5, height: 1 });
    expect(partInSight(2, 1, { x: 0.1, y: 0.5 }, false)).toEqual({ x: 0, y: 0, width: 0.5, height: 1 });
    expect(partInSight(1, 2, { x: 0.5, y: 1 }, false)).toEqual({ x: 0, y: 0.5, width: 1, height: 0.5 });
    expect(partInSight(1.5, 1.5, { x: 0, y: 1 }, false)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });

  it('is the same share of what is cut off on both sides where CSS cuts', () => {
    expect(partInSight(2, 1, { x: 0.5, y: 0 }, true)).toMatchObject({ x: 0.25, y: 0 });
    expect(partInSight(2, 1, { x: 0.1, y: 0.5 }, true).x).toBeCloseTo(0.05);
  });
});

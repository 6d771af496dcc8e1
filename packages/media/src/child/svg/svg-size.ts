import { fail } from '../../failures.ts';
import type { Size } from '../image/regions.ts';

/** Pixels of each unit, as in CSS. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};
/** The most pixels of a side. Nothing is shown that large. */
const MAX_DRAWING_SIDE = 1_000_000;
/** The size that browsers give a drawing without a size. */
const DEFAULT_SIZE: Size = { width: 300, height: 150 };

/** The size of a drawing in pixels, at least 1, from its width and height, else from its view box. @throws FileFailure */
export function svgSize(attributes: ReadonlyMap<string, string>): Size {
  const width = toPixels(attributes.get('width'));
  const height = toPixels(attributes.get('height'));
  const box = parseViewBox(attributes.get('viewBox'));
  const ratio = box ? box.width / box.height : DEFAULT_SIZE.width / DEFAULT_SIZE.height;
  if (width !== null && height !== null) return whole(width, height);
  if (width !== null) return whole(width, width / ratio);
  if (height !== null) return whole(height * ratio, height);
  const { width: across, height: down } = box ?? DEFAULT_SIZE;
  return whole(across, down);
}

function whole(width: number, height: number): Size {
  if (Math.max(width, height) > MAX_DRAWING_SIDE)
    fail('unsafe_svg', { reason: 'a side of it has more than a million pixels' });
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}

function toPixels(length: string | undefined): number | null {
  const [, number, unit = ''] = /^\s*\+?(\d*\.?\d+(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(length ?? '') ?? [];
  const factor = UNITS[unit.toLowerCase()];
  const value = Number(number);
  return factor !== undefined && value > 0 && Number.isFinite(value) ? value * factor : null;
}

function parseViewBox(text: string | undefined): Size | null {
  const [, , width = 0, height = 0] = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height) ? { width, height } : null;
}

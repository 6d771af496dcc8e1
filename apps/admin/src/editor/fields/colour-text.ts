/** A colour as its hue in degrees, and the rest from 0 to 1. */
export interface Hsva {
  readonly hue: number;
  readonly saturation: number;
  readonly value: number;
  readonly alpha: number;
}

const CHANNEL = 255;

/** A colour that is written as #rrggbb or #rrggbbaa; null for any other text. */
export function readColour(text: string): Hsva | null {
  if (!/^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return null;
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[0-9a-f]{2}/gi) ?? []).map(
    (two) => Number.parseInt(two, 16) / CHANNEL,
  );
  const value = Math.max(red, green, blue);
  const range = value - Math.min(red, green, blue);
  const sixth =
    range === 0
      ? 0
      : value === red
        ? ((green - blue) / range + 6) % 6
        : value === green
          ? (blue - red) / range + 2
          : (red - green) / range + 4;
  return { hue: sixth * 60, saturation: value === 0 ? 0 : range / value, value, alpha };
}

/** Writes a colour as #rrggbb; as #rrggbbaa when one can see through it. */
export function writeColour({ hue, saturation, value, alpha }: Hsva): string {
  const two = (part: number): string =>
    Math.round(part * CHANNEL)
      .toString(16)
      .padStart(2, '0');
  const channel = (shift: number): string => {
    const at = (shift + hue / 60) % 6;
    return two(value - value * saturation * Math.max(0, Math.min(at, 4 - at, 1)));
  };
  const opacity = two(alpha);
  return `#${channel(5)}${channel(3)}${channel(1)}${opacity === 'ff' ? '' : opacity}`;
}

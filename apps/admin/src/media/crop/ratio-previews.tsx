import type { FocalPoint } from '@stele/schema';
import { media as t } from '#messages/media';
import type { CropParts } from './crop-area.tsx';
import { focusWithin } from './focus-within.ts';
import { partInSight } from './part-in-sight.ts';

/** The ratios of the variants of an asset. */
const RATIOS = [
  ['1:1', 1],
  ['4:3', 4 / 3],
  ['3:2', 3 / 2],
  ['16:9', 16 / 9],
  ['9:16', 9 / 16],
] as const;

export interface RatioPreviewsProps {
  readonly url: string;
  /** Width by height of the picture at the address. */
  readonly shape: number;
  /** Relative to that picture. */
  readonly point: FocalPoint;
  /** The part of it that is shown at all; null for the whole. */
  readonly crop?: CropParts | null;
  /** Whether CSS cuts it in place, as where a use has its own focal point. */
  readonly byPosition?: boolean;
}

/** The parts of a picture that stay in sight when it's cut to usual ratios, small. */
export function RatioPreviews({ url, shape, point, crop = null, byPosition = false }: RatioPreviewsProps) {
  const { x, y, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const within = focusWithin(point, null, crop);
  return (
    <div className="mt-3">
      <p className="mb-1.5 text-xs text-muted">{t.staysVisible}</p>
      <ul className="flex flex-wrap items-end gap-3">
        {RATIOS.map(([name, ratio]) => {
          const part = partInSight((shape * width) / height, ratio, within, byPosition);
          const seen = { width: part.width * width, height: part.height * height };
          const [left, top] = [x + part.x * width, y + part.y * height];
          return (
            <li key={name} className="flex flex-col items-center gap-1 text-xs text-muted">
              <span
                style={{ aspectRatio: ratio }}
                className="relative block h-16 overflow-hidden rounded-sm bg-sunken sm:h-20"
              >
                <img
                  src={url}
                  alt=""
                  draggable={false}
                  className="absolute max-w-none"
                  style={{
                    width: `${100 / seen.width}%`,
                    height: `${100 / seen.height}%`,
                    left: `${(-100 * left) / seen.width}%`,
                    top: `${(-100 * top) / seen.height}%`,
                  }}
                />
              </span>
              <bdi>{name}</bdi>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

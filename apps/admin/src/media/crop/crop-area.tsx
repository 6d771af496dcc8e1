import { useId, useRef, useState } from 'react';
import ReactCrop, { centerCrop, makeAspectCrop } from 'react-image-crop';
import { media as t } from '#messages/media';
import 'react-image-crop/dist/ReactCrop.css';
import { cn } from '@/ui/cn.ts';

/** A part of a picture, in fractions of the whole. */
export interface CropParts {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface CropAreaProps {
  readonly url: string;
  readonly parts: CropParts;
  /** Called with what the person chose. */
  readonly onChange: (parts: CropParts) => void;
  readonly onBroken: () => void;
}

const RATIOS = [
  ['1:1', 1],
  ['4:3', 4 / 3],
  ['3:2', 3 / 2],
  ['16:9', 16 / 9],
] as const;
/** The smallest frame that can be held, in pixels of the screen. */
const LEAST = 24;

/** A frame over a picture that is moved and pulled by handles, or by the arrow keys on them; of any ratio, or of a fixed one. */
export function CropArea({ url, parts, onChange, onBroken }: CropAreaProps) {
  const id = useId();
  const picture = useRef<HTMLImageElement>(null);
  const [ratio, setRatio] = useState<string>('free');
  // Until then it has no size that a frame could be measured by.
  const [isShown, setShown] = useState(false);
  const aspect = RATIOS.find(([name]) => name === ratio)?.[1];
  const choose = (name: string): void => {
    setRatio(name);
    const fixed = RATIOS.find(([one]) => one === name)?.[1];
    if (!fixed || !picture.current) return;
    const { width, height } = picture.current;
    onChange(fractionsOf(centerCrop(makeAspectCrop({ unit: '%', width: 100 }, fixed, width, height), width, height)));
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex justify-center rounded-md bg-sunken p-3">
        <ReactCrop
          crop={{
            unit: '%',
            x: parts.x * 100,
            y: parts.y * 100,
            width: parts.width * 100,
            height: parts.height * 100,
          }}
          {...(aspect && { aspect })}
          onChange={(_, percent) => onChange(fractionsOf(percent))}
          minWidth={LEAST}
          minHeight={LEAST}
          disabled={!isShown}
          keepSelection
          ruleOfThirds
          ariaLabels={t.cropHandles}
        >
          <img
            ref={picture}
            src={url}
            alt=""
            draggable={false}
            onLoad={() => setShown(true)}
            onError={onBroken}
            className="max-h-[min(24rem,45dvh)] select-none"
          />
        </ReactCrop>
      </div>
      <fieldset disabled={!isShown} className="flex flex-wrap gap-1">
        <legend className="sr-only">{t.aspect}</legend>
        {['free', ...RATIOS.map(([name]) => name)].map((name) => (
          <label
            key={name}
            className={cn(
              'cursor-pointer rounded-md border px-3 py-1 text-sm has-focus-visible:outline-2 has-focus-visible:outline-ring max-sm:min-h-10 max-sm:py-2 has-disabled:cursor-default has-disabled:opacity-50',
              ratio === name && 'border-accent bg-accent-soft text-accent',
            )}
          >
            <input
              type="radio"
              name={`${id}-ratio`}
              className="sr-only"
              checked={ratio === name}
              onChange={() => choose(name)}
            />
            {name === 'free' ? t.aspectFree : name}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

/** Percentages as fractions that stay within the picture in spite of rounding. */
function fractionsOf({ x, y, width, height }: CropParts): CropParts {
  const within = (value: number, least: number, most: number): number => Math.min(Math.max(value / 100, least), most);
  const left = within(x, 0, 0.999);
  const top = within(y, 0, 0.999);
  return { x: left, y: top, width: within(width, 0.001, 1 - left), height: within(height, 0.001, 1 - top) };
}

import { useEffect, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
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
  readonly initial: CropParts | null;
  readonly onChange: (parts: CropParts) => void;
  readonly onBroken: () => void;
}

const RATIOS = [
  ['1:1', 1],
  ['4:3', 4 / 3],
  ['16:9', 16 / 9],
] as const;
/** How far the free shape goes, upright and lying. */
const WIDEST = 3;
const MAX_ZOOM = 6;
const SLIDER = 'h-6 w-full accent-accent max-sm:h-10';

/** A frame over a picture that is moved, made smaller and given a shape. */
export function CropArea({ url, initial, onChange, onBroken }: CropAreaProps) {
  const t = useMessages().media;
  const { percent } = useFormats();
  const id = useId();
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const natural = useProportion(url, onBroken);
  const [ratio, setRatio] = useState<string>('free');
  const [free, setFree] = useState<number | null>(null);
  const own = natural === null ? 1 : initial ? (natural * initial.width) / initial.height : natural;
  const aspect = RATIOS.find(([name]) => name === ratio)?.[1] ?? free ?? own;
  return (
    <div className="flex flex-col gap-3">
      <div className="relative h-[min(22rem,45dvh)] overflow-hidden rounded-md bg-sunken">
        {/* A frame that is placed before the picture's proportion is known would be misplaced. */}
        {natural !== null && (
          <Cropper
            image={url}
            crop={position}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={aspect}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onCropComplete={({ x, y, width, height }) => onChange(fractionsOf({ x, y, width, height }))}
            mediaProps={{ onError: onBroken }}
            cropperProps={{ 'aria-label': t.cropTab }}
            {...(initial && {
              initialCroppedAreaPercentages: {
                x: initial.x * 100,
                y: initial.y * 100,
                width: initial.width * 100,
                height: initial.height * 100,
              },
            })}
          />
        )}
      </div>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{t.aspect}</legend>
        {['free', ...RATIOS.map(([name]) => name)].map((name) => (
          <label
            key={name}
            className={cn(
              'cursor-pointer rounded-md border px-3 py-1 text-sm has-focus-visible:outline-2 has-focus-visible:outline-ring max-sm:min-h-10 max-sm:py-2',
              ratio === name && 'border-accent bg-accent-soft text-accent',
            )}
          >
            <input
              type="radio"
              name={`${id}-ratio`}
              className="sr-only"
              checked={ratio === name}
              onChange={() => setRatio(name)}
            />
            {name === 'free' ? t.aspectFree : name}
          </label>
        ))}
      </fieldset>
      {ratio === 'free' && (
        <label className="flex items-center gap-3 text-sm">
          <span className="w-28 shrink-0">{t.shape}</span>
          <input
            type="range"
            className={SLIDER}
            min={-Math.log(WIDEST)}
            max={Math.log(WIDEST)}
            step={0.01}
            value={Math.log(aspect)}
            onChange={(event) => setFree(Math.exp(Number(event.target.value)))}
          />
        </label>
      )}
      <label className="flex items-center gap-3 text-sm">
        <span className="w-28 shrink-0">{t.zoom}</span>
        <input
          type="range"
          className={SLIDER}
          min={1}
          max={MAX_ZOOM}
          step={0.01}
          value={zoom}
          aria-valuetext={percent(Math.round(zoom * 100) / 100)}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
    </div>
  );
}

/** Width by height of a picture; null until it's there. */
function useProportion(url: string, onBroken: () => void): number | null {
  const [proportion, setProportion] = useState<number | null>(null);
  const broken = useRef(onBroken);
  broken.current = onBroken;
  useEffect(() => {
    const picture = new Image();
    picture.onload = () => setProportion(picture.naturalWidth / picture.naturalHeight);
    picture.onerror = () => broken.current();
    picture.src = url;
    return () => {
      picture.onload = null;
      picture.onerror = null;
    };
  }, [url]);
  return proportion;
}

/** Percentages as fractions that stay within the picture in spite of rounding. */
function fractionsOf({ x, y, width, height }: CropParts): CropParts {
  const within = (value: number, least: number, most: number): number => Math.min(Math.max(value / 100, least), most);
  const left = within(x, 0, 0.999);
  const top = within(y, 0, 0.999);
  return { x: left, y: top, width: within(width, 0.001, 1 - left), height: within(height, 0.001, 1 - top) };
}

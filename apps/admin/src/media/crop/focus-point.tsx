import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { media as t } from '#messages/media';
import { formats } from '@/i18n/language.ts';
import { RatioPreviews, type RatioPreviewsProps } from './ratio-previews.tsx';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface FocusPointProps extends Omit<RatioPreviewsProps, 'shape'> {
  readonly onChange: (point: Point) => void;
  readonly onBroken: () => void;
}

const STEP = 0.01;
const BIG_STEP = 0.1;
const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const clamp = (value: number): number => Math.round(Math.min(Math.max(value, 0), 1) * 1000) / 1000;

/** A point on a picture, set by pointing or by arrow keys (with Shift in larger steps), and what stays in sight around it. */
export function FocusPoint({ onChange, onBroken, ...shown }: FocusPointProps) {
  const { url, point } = shown;
  const [shape, setShape] = useState<number | null>(null);
  const { percent } = formats;
  const set = (event: PointerEvent<HTMLElement>): void => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    // Not shown yet.
    if (width === 0 || height === 0) return;
    onChange({ x: clamp((event.clientX - left) / width), y: clamp((event.clientY - top) / height) });
  };
  const move = (event: KeyboardEvent): void => {
    const direction = MOVES[event.key];
    if (!direction) return;
    event.preventDefault();
    const step = event.shiftKey ? BIG_STEP : STEP;
    onChange({ x: clamp(point.x + direction.x * step), y: clamp(point.y + direction.y * step) });
  };
  const text = t.focusAt({ x: percent(Math.round(point.x * 100) / 100), y: percent(Math.round(point.y * 100) / 100) });
  const picture = (
    <div className="flex justify-center rounded-md bg-sunken">
      <div
        className="relative cursor-crosshair touch-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          set(event);
        }}
        onPointerMove={(event) => event.buttons > 0 && set(event)}
      >
        <img
          src={url}
          alt=""
          draggable={false}
          onError={onBroken}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setShape(naturalWidth / naturalHeight)}
          className="max-h-[42dvh] max-w-full select-none"
        />
        <div
          role="slider"
          tabIndex={0}
          aria-label={t.focusPoint}
          aria-valuetext={text}
          aria-valuenow={Math.round(point.x * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
          onKeyDown={move}
          style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
          className="absolute size-10 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white bg-black/20 shadow-pop outline-1 outline-black"
        >
          <span className="absolute top-1/2 left-1/2 size-1.5 -translate-x-1/2 -translate-y-1/2 rounded-full bg-white" />
        </div>
      </div>
    </div>
  );
  return (
    <>
      {picture}
      {shape !== null && <RatioPreviews {...shown} shape={shape} />}
    </>
  );
}

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { fields as t } from '#messages/fields';
import { formats } from '@/i18n/language.ts';
import { type Hsva, readColour, writeColour } from './colour-text.ts';

const START: Hsva = { hue: 180, saturation: 0.5, value: 0.5, alpha: 1 };
const [STEP, LARGE_STEP] = [0.01, 0.1];
const HUES = 'linear-gradient(to right, #f00, #ff0, #0f0, #0ff, #00f, #f0f, #f00)';
const SLIDER =
  'colour-slider h-3 w-full cursor-pointer appearance-none rounded-full border border-border-strong/60 max-sm:h-5';

interface ColourPickerProps {
  readonly value: string;
  readonly onChange: (colour: string) => void;
}

/** An area of saturation and brightness, and sliders of hue and opacity. */
export function ColourPicker({ value, onChange }: ColourPickerProps) {
  // The hue of grey, and the saturation of black, are in no text.
  const [own, setOwn] = useState(() => readColour(value) ?? START);
  const colour = writeColour(own) === value.toLowerCase() ? own : (readColour(value) ?? own);
  const change = (part: Partial<Hsva>): void => {
    const next = { ...colour, ...part };
    setOwn(next);
    onChange(writeColour(next));
  };
  const follow = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    change({
      saturation: within((event.clientX - box.left) / box.width),
      value: within(1 - (event.clientY - box.top) / box.height),
    });
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const [along, up] =
      { ArrowRight: [step, 0], ArrowLeft: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key] ?? [];
    if (along === undefined || up === undefined) return;
    event.preventDefault();
    change({ saturation: within(colour.saturation + along), value: within(colour.value + up) });
  };
  const opaque = writeColour({ ...colour, alpha: 1 });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the picker are no keys of what its button stands in
    <div dir="ltr" className="flex w-56 flex-col gap-3" onKeyDown={(event) => event.stopPropagation()}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t.area}
        aria-valuenow={Math.round(colour.saturation * 100)}
        aria-valuetext={t.areaIs({
          saturation: formats.percent(colour.saturation),
          brightness: formats.percent(colour.value),
        })}
        className="relative h-36 cursor-crosshair touch-none rounded-md border border-border-strong/60"
        style={{
          background: `linear-gradient(to top, #000, transparent), linear-gradient(to right, #fff, transparent), hsl(${colour.hue} 100% 50%)`,
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
        onKeyDown={press}
      >
        <span
          className="pointer-events-none absolute size-4 -translate-x-1/2 translate-y-1/2 rounded-full border-2 border-white shadow-pop"
          style={{ left: `${colour.saturation * 100}%`, bottom: `${colour.value * 100}%`, background: opaque }}
        />
      </div>
      <input
        type="range"
        aria-label={t.hue}
        className={SLIDER}
        style={{ background: HUES }}
        min={0}
        max={359}
        value={Math.round(colour.hue)}
        onChange={(event) => change({ hue: Number(event.target.value) })}
      />
      <input
        type="range"
        aria-label={t.opacity}
        aria-valuetext={formats.percent(colour.alpha)}
        className={SLIDER}
        style={{ background: `linear-gradient(to right, transparent, ${opaque})` }}
        min={0}
        max={100}
        value={Math.round(colour.alpha * 100)}
        onChange={(event) => change({ alpha: Number(event.target.value) / 100 })}
      />
    </div>
  );
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

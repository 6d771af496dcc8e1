import type { ShapeOf } from '@stele/schema';
import { AlignEndVertical, AlignHorizontalJustifyCenter, AlignStartVertical, type LucideIcon } from 'lucide-react';
import { richtext as t } from '#messages/richtext';
import { cn } from '@/ui/cn.ts';

const ALIGNS: readonly (readonly ['start' | 'center' | 'end', LucideIcon])[] = [
  ['start', AlignStartVertical],
  ['center', AlignHorizontalJustifyCenter],
  ['end', AlignEndVertical],
];
const BUTTON =
  'flex h-7 min-w-7 items-center justify-center rounded-md px-2 text-xs text-muted hover:bg-hover hover:text-foreground aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent max-sm:h-10 max-sm:min-w-10';

interface PictureBarProps {
  readonly choices: NonNullable<ShapeOf<'richtext'>['pictures']>;
  readonly size: string | null | undefined;
  readonly align: string | null | undefined;
  /** Whether the text is written from right to left; the screen around it may be written otherwise. */
  readonly isRtl: boolean;
  readonly onChange: (attributes: { readonly size?: string | undefined; readonly align?: string | undefined }) => void;
}

/** Size and place of a picture, as far as its field offers them. A choice that is pressed again goes back to what the website does by itself. */
export function PictureBar({ choices, size, align, isRtl, onChange }: PictureBarProps) {
  const { sizes = [] } = choices;
  const named: Readonly<Record<string, string>> = t.sizes;
  // A size that the schema no longer has can be taken away.
  const offered = size && !sizes.includes(size) ? [...sizes, size] : sizes;
  const isAligned = choices.align || Boolean(align);
  if (offered.length === 0 && !isAligned) return null;
  return (
    <div contentEditable={false} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b bg-surface p-1">
      {offered.length > 0 && (
        <fieldset className="flex flex-wrap gap-0.5">
          <legend className="sr-only">{t.size}</legend>
          {offered.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === size}
              className={BUTTON}
              onClick={() => onChange({ size: one === size ? undefined : one })}
            >
              {named[one] ?? one.replaceAll('_', ' ')}
            </button>
          ))}
        </fieldset>
      )}
      {isAligned && (
        <fieldset className="flex gap-0.5">
          <legend className="sr-only">{t.align}</legend>
          {ALIGNS.map(([one, Icon]) => (
            <button
              key={one}
              type="button"
              aria-label={t.aligns[one]}
              title={t.aligns[one]}
              aria-pressed={one === align}
              className={cn(BUTTON, 'px-1')}
              onClick={() => onChange({ align: one === align ? undefined : one })}
            >
              <Icon className={cn('size-4', isRtl && '-scale-x-100')} aria-hidden />
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

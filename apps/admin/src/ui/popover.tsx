import { Slot } from 'radix-ui';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { partFailed } from './lazy-part.tsx';

const load = () => import('./popover-library.tsx');
const LoadedPopover = lazy(load);

interface PopoverProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** A button. */
  readonly trigger: ReactNode;
  /** The popover's purpose, for screen readers. */
  readonly label?: string;
  /** Which of its sides is in line with the button's. */
  readonly align?: 'start' | 'end';
  /** Of its box. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** Details beside the button that names them. Its library comes with the first one that's opened. */
export function Popover({ open, onOpenChange, trigger, label, align = 'end', className, children }: PopoverProps) {
  const [wasOpen, setWasOpen] = useState(open);
  if (open && !wasOpen) setWasOpen(true);
  const button = (
    <Slot.Root
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void load().catch(() => undefined)}
      onFocus={() => void load().catch(() => undefined)}
      // A failed load, as without a network, must not take the screen away.
      onClick={() => void load().then(() => onOpenChange(true), partFailed)}
    >
      {trigger}
    </Slot.Root>
  );
  if (!wasOpen) return button;
  return (
    <Suspense fallback={button}>
      <LoadedPopover
        open={open}
        onOpenChange={onOpenChange}
        trigger={trigger}
        label={label}
        align={align}
        className={className}
      >
        {children}
      </LoadedPopover>
    </Suspense>
  );
}

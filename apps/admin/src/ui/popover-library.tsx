import { Popover as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { keepFocus } from './keep-focus.ts';

interface LoadedPopoverProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly trigger: ReactNode;
  readonly label: string | undefined;
  readonly align: 'start' | 'end';
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The popover itself, with its library: loaded when a popover's button is pointed at or focused. */
export default function LoadedPopover({
  open,
  onOpenChange,
  trigger,
  label,
  align,
  className,
  children,
}: LoadedPopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          onCloseAutoFocus={keepFocus}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            'z-70 max-h-[60dvh] w-[min(28rem,94vw)] overflow-y-auto rounded-lg border bg-surface p-3 shadow-pop outline-none',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

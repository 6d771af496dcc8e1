import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { common } from '#messages/common';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { useReturnFocus } from './keep-focus.ts';

interface DialogProps {
  /** For a dialog that is mounted while closed. */
  readonly open?: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly footer?: ReactNode;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

/** A dialog in the middle, or on a phone from the bottom. */
export function Dialog({ open = true, onClose, title, description, footer, wide = false, children }: DialogProps) {
  const returnFocus = useReturnFocus(open);
  return (
    <Radix.Root open={open} onOpenChange={(is) => !is && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-black/40" />
        <Radix.Content
          data-dialog
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={returnFocus}
          className={cn(
            'fixed z-50 flex max-h-[90dvh] flex-col rounded-lg border bg-surface shadow-pop outline-none',
            'inset-x-0 bottom-0 max-sm:rounded-b-none sm:inset-x-auto sm:bottom-auto sm:left-1/2 sm:top-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2',
            wide ? 'sm:w-[min(56rem,92vw)]' : 'sm:w-[min(30rem,92vw)]',
          )}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label={common.close} />
            </Radix.Close>
          </header>
          {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 py-2">{children}</div>}
          {footer && <footer className="flex flex-wrap justify-end gap-2 px-5 pt-3 pb-5">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const TEXT_FIELD =
  'textarea:not([readonly]), input:not([readonly], [type=hidden], [type=checkbox], [type=radio], [type=file], [type=range])';

/**
 * Focuses the first field, or else the dialog itself: not the close button, which comes first, since a space that was meant for
 * what's behind would press it. On a phone no field, whose keyboard would cover the rest.
 */
function focusFirstField(event: Event): void {
  const dialog = event.currentTarget as HTMLElement;
  const isPhone = window.matchMedia('(pointer: coarse)').matches;
  event.preventDefault();
  ((isPhone ? null : dialog.querySelector<HTMLElement>(TEXT_FIELD)) ?? dialog).focus();
}

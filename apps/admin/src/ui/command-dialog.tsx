import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { CommandBox, type CommandBoxProps } from './command-box.tsx';
import { useReturnFocus } from './keep-focus.ts';

interface CommandDialogProps extends CommandBoxProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Below what's offered. */
  readonly footer?: ReactNode;
}

/** Looks of an item. */
export const COMMAND_ITEM =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-3 py-2 text-sm data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-muted';

/** Marks an item that Enter never runs before one goes to it. */
export const DELIBERATE = { 'data-deliberate': '' };

/** Something to choose by typing. Enter takes the first hit, unless one goes to another. */
export function CommandDialog({ open, onOpenChange, footer, ...box }: CommandDialogProps) {
  const returnFocus = useReturnFocus(open);
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          // By default, the typed text would be selected, and gone with the next key.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            input.current?.focus();
            input.current?.setSelectionRange(box.text.length, box.text.length);
          }}
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed top-[10dvh] left-1/2 z-50 w-[min(36rem,94vw)] -translate-x-1/2 overflow-hidden rounded-lg border bg-surface shadow-pop outline-none"
        >
          <Dialog.Title className="sr-only">{box.title}</Dialog.Title>
          <CommandBox
            {...box}
            input={input}
            inputClass="h-12 border-b px-4 text-lg"
            listClass="max-h-[min(70dvh,90dvh-6.5rem)] p-2"
          />
          {/* Not within: there, Enter takes the first hit. */}
          {footer}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A message for when nothing fits. */
export function CommandEmpty({ children }: { readonly children: ReactNode }) {
  return <Command.Empty className="px-3 py-6 text-center text-sm text-muted">{children}</Command.Empty>;
}

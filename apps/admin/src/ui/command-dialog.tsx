import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useReturnFocus } from './keep-focus.ts';

interface CommandDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** What it is for, for those who don't see it. */
  readonly title: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Whether what's offered is narrowed to the text here, and not by who offers it. */
  readonly filter?: boolean;
  /** Groups and items of the command list. */
  readonly children: ReactNode;
}

/** Looks of an item. */
export const COMMAND_ITEM =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-3 py-2 text-sm data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-muted';

/** Something to choose by typing. */
export function CommandDialog({
  open,
  onOpenChange,
  title,
  placeholder,
  text,
  onTextChange,
  filter = true,
  children,
}: CommandDialogProps) {
  const returnFocus = useReturnFocus(open);
  const list = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState('');
  // What is found later takes the place of what was selected: then the first is, for the next press of Enter.
  useEffect(() => {
    if (!list.current || list.current.querySelector('[cmdk-item][aria-selected=true]')) return;
    const first = list.current.querySelector('[cmdk-item]:not([aria-disabled=true])')?.getAttribute('data-value');
    if (first) setSelected(first);
  });
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed top-[10dvh] left-1/2 z-50 w-[min(36rem,94vw)] -translate-x-1/2 overflow-hidden rounded-lg border bg-surface shadow-pop outline-none"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <Command label={title} shouldFilter={filter} loop value={selected} onValueChange={setSelected}>
            <Command.Input
              value={text}
              onValueChange={onTextChange}
              placeholder={placeholder}
              className="h-12 w-full border-b bg-transparent px-4 text-lg outline-none placeholder:text-muted"
            />
            <Command.List
              ref={list}
              className="max-h-[60dvh] overflow-y-auto p-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
            >
              {children}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What's said when nothing fits. */
export function CommandEmpty({ children }: { readonly children: ReactNode }) {
  return <Command.Empty className="px-3 py-6 text-center text-sm text-muted">{children}</Command.Empty>;
}

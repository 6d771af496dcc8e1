import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useReturnFocus } from './keep-focus.ts';
import { isEnter } from './keys.ts';

interface CommandDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The dialog's purpose, for screen readers. */
  readonly title: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Whether what's offered is narrowed to the text here, and not by who offers it. */
  readonly filter?: boolean;
  /** Whether what's offered fits the text already: until then, Enter waits for the first hit. */
  readonly isSettled?: boolean;
  /** Below what's offered. */
  readonly footer?: ReactNode;
  /** Groups and items of the command list. */
  readonly children: ReactNode;
}

/** Looks of an item. */
export const COMMAND_ITEM =
  'flex cursor-pointer items-center gap-2.5 rounded-md px-3 py-2 text-sm data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-muted';

/** Marks an item that Enter never runs before one goes to it. */
export const DELIBERATE = { 'data-deliberate': '' };

const FIRST = '[cmdk-item]:not([aria-disabled=true], [data-deliberate])';
const MOVES = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'n', 'j', 'p', 'k'];

/** Something to choose by typing. Enter takes the first hit, unless one goes to another. */
export function CommandDialog({
  open,
  onOpenChange,
  title,
  placeholder,
  text,
  onTextChange,
  filter = true,
  isSettled = true,
  footer,
  children,
}: CommandDialogProps) {
  const returnFocus = useReturnFocus(open);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [selected, setSelected] = useState('');
  const hasMoved = useRef(false);
  const isAwaited = useRef(false);
  // When later hits come first, the next Enter takes the new first hit.
  useEffect(() => {
    const isThere = list.current?.querySelector(`[cmdk-item][data-value="${CSS.escape(selected)}"]`);
    if (hasMoved.current && isThere) return;
    hasMoved.current = false;
    const first = list.current?.querySelector<HTMLElement>(FIRST);
    setSelected(first?.dataset.value ?? '');
    if (!isSettled || !isAwaited.current) return;
    isAwaited.current = false;
    first?.click();
  });
  const press = (event: KeyboardEvent): void => {
    if (MOVES.includes(event.key) && (event.key.length > 1 || event.ctrlKey)) hasMoved.current = true;
    if (!isEnter(event) || hasMoved.current) return;
    event.preventDefault();
    if (isSettled) list.current?.querySelector<HTMLElement>(FIRST)?.click();
    else isAwaited.current = true;
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          // By default, the typed text would be selected, and gone with the next key.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            input.current?.focus();
            input.current?.setSelectionRange(text.length, text.length);
          }}
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed top-[10dvh] left-1/2 z-50 w-[min(36rem,94vw)] -translate-x-1/2 overflow-hidden rounded-lg border bg-surface shadow-pop outline-none"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <Command
            label={title}
            shouldFilter={filter}
            loop
            value={selected}
            // The list selects another item when some go; `selected` alone says which item it is.
            onValueChange={setSelected}
            onKeyDown={press}
          >
            <Command.Input
              ref={input}
              value={text}
              onValueChange={(next) => {
                hasMoved.current = false;
                isAwaited.current = false;
                onTextChange(next);
              }}
              placeholder={placeholder}
              className="h-12 w-full border-b bg-transparent px-4 text-lg outline-none placeholder:text-muted"
            />
            <Command.List
              ref={list}
              onPointerMoveCapture={() => {
                hasMoved.current = true;
              }}
              className="max-h-[min(70dvh,90dvh-6.5rem)] overflow-y-auto p-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
            >
              {children}
            </Command.List>
          </Command>
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

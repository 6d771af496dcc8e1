import { Command } from 'cmdk';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { isEnter } from './keys.ts';

/** Properties of a text and the hits that it finds. */
export interface CommandBoxProps {
  /** The purpose, for screen readers. */
  readonly title: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /** Whether what's offered is narrowed to the text here, and not by who offers it. */
  readonly filter?: boolean;
  /** Whether what's offered fits the text already: until then, Enter waits for the first hit. */
  readonly isSettled?: boolean;
  /** Groups and items of the command list. */
  readonly children: ReactNode;
}

interface OwnProps extends CommandBoxProps {
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly inputClass: string;
  readonly listClass: string;
  /** Called for keys before the box takes them. */
  readonly onKey?: (event: KeyboardEvent) => void;
  readonly autoFocus?: boolean;
}

const FIRST = '[cmdk-item]:not([aria-disabled=true], [data-deliberate])';
const MOVES = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'n', 'j', 'p', 'k'];

/** A text and what it finds. Enter takes the first hit, unless one goes to another. */
export function CommandBox({
  title,
  placeholder,
  text,
  onTextChange,
  filter = true,
  isSettled = true,
  input,
  inputClass,
  listClass,
  onKey,
  autoFocus = false,
  children,
}: OwnProps) {
  const list = useRef<HTMLDivElement>(null);
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
    onKey?.(event);
    if (event.defaultPrevented) return;
    if (MOVES.includes(event.key) && (event.key.length > 1 || event.ctrlKey)) hasMoved.current = true;
    if (!isEnter(event) || hasMoved.current) return;
    event.preventDefault();
    if (isSettled) list.current?.querySelector<HTMLElement>(FIRST)?.click();
    else isAwaited.current = true;
  };
  return (
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
        autoFocus={autoFocus}
        value={text}
        onValueChange={(next) => {
          hasMoved.current = false;
          isAwaited.current = false;
          onTextChange(next);
        }}
        placeholder={placeholder}
        className={cn('w-full bg-transparent outline-none placeholder:text-muted', inputClass)}
      />
      <Command.List
        ref={list}
        label={title}
        onPointerMoveCapture={() => {
          hasMoved.current = true;
        }}
        className={cn(
          'overflow-y-auto [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted',
          listClass,
        )}
      >
        {children}
      </Command.List>
    </Command>
  );
}

import { X } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { common } from '#messages/common';
import { cn } from './cn.ts';
import { Input } from './input.tsx';
import { isComposing, isEnter } from './keys.ts';
import { Suggestion } from './suggestion.tsx';

/** How many are suggested. */
const SUGGESTED = 8;

interface TagInputProps
  extends Pick<
    ComponentProps<'input'>,
    'id' | 'aria-labelledby' | 'aria-describedby' | 'aria-invalid' | 'maxLength' | 'placeholder'
  > {
  readonly tags: readonly string[];
  /** Suggestions, the best first. */
  readonly used: readonly string[];
  /** Label of the suggestions. */
  readonly usedLabel: string;
  /** The chips, as items of a list. */
  readonly children: ReactNode;
  /** The tags in a text; without it, the text is one. */
  readonly split?: (text: string) => readonly string[];
  /** Why tags can't be added; undefined if they can. The text then stays. */
  readonly refusal?: (added: readonly string[]) => string | undefined;
  /** Called with tags that aren't there. */
  readonly onAdd: (added: readonly string[]) => void;
  readonly onRemoveLast: () => void;
  /** Called when suggestions are wanted. */
  readonly onEnter: () => void;
}

/** Chips, and a text that adds to them, with suggestions. Enter or a comma adds, Backspace takes the last away. */
export function TagInput({ tags, used, usedLabel, children, onAdd, onRemoveLast, onEnter, ...props }: TagInputProps) {
  const { 'aria-invalid': isInvalid, placeholder, split = asOne, refusal, ...input } = props;
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string>();
  const [isIn, setIn] = useState(false);
  const [moved, setMoved] = useState(-1);
  const listId = useId();
  const typed = text.trim().toLocaleLowerCase();
  const offers = used
    .filter((tag) => !tags.includes(tag) && tag.toLocaleLowerCase().includes(typed))
    .sort((a, b) => Number(b.toLocaleLowerCase().startsWith(typed)) - Number(a.toLocaleLowerCase().startsWith(typed)))
    .slice(0, SUGGESTED);
  const isOpen = isIn && offers.length > 0;
  const at = isOpen ? Math.min(moved, offers.length - 1) : -1;
  const add = (parts: readonly string[]): void => {
    const trimmed = new Set(parts.map((part) => part.trim()));
    const added = [...trimmed].filter((tag) => tag !== '' && !tags.includes(tag));
    const problem = added.length > 0 ? refusal?.(added) : undefined;
    setRefused(problem);
    setMoved(-1);
    if (problem !== undefined) return;
    if (added.length > 0) onAdd(added);
    setText('');
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && isOpen) setMoved(Math.max(-1, Math.min(at + step, offers.length - 1)));
    else if (isEnter(event) && !event.ctrlKey && !event.metaKey)
      add(offers[at] === undefined ? split(text) : [offers[at]]);
    else if (event.key === ',' && !isComposing(event)) add(split(text));
    else if (event.key === 'Escape' && at >= 0) setMoved(-1);
    else if (event.key === 'Backspace' && text === '' && tags.length > 0 && !event.repeat) onRemoveLast();
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <div
        className={cn(
          'flex min-h-9 flex-wrap items-center gap-1.5 rounded-md border border-border-strong/60 bg-surface px-1.5 py-1 shadow-xs focus-within:border-ring',
          (isInvalid || refused) && 'border-danger',
        )}
      >
        <ul className="contents">{children}</ul>
        <Input
          {...input}
          aria-invalid={refused ? true : undefined}
          aria-describedby={
            [input['aria-describedby'], refused && `${listId}-refused`].filter(Boolean).join(' ') || undefined
          }
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
          autoComplete="off"
          dir="auto"
          placeholder={tags.length === 0 ? placeholder : undefined}
          className="h-7 w-auto min-w-24 flex-1 border-0 bg-transparent px-1.5 shadow-none outline-none max-sm:h-9"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setRefused(undefined);
            setMoved(-1);
          }}
          onKeyDown={press}
          onFocus={() => {
            setIn(true);
            onEnter();
          }}
          onBlur={() => {
            setIn(false);
            add(split(text));
          }}
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={usedLabel}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto rounded-lg border bg-surface p-1 shadow-pop"
      >
        {isOpen &&
          offers.map((offer, index) => (
            <Suggestion
              key={offer}
              id={`${listId}-${index}`}
              isActive={index === at}
              onChoose={() => add([offer])}
              className="min-w-0"
            >
              <bdi className="truncate">{offer}</bdi>
            </Suggestion>
          ))}
      </div>
      {refused && (
        <p id={`${listId}-refused`} role="alert" className="mt-1 text-xs text-danger">
          {refused}
        </p>
      )}
    </div>
  );
}

const asOne = (text: string): readonly string[] => [text];

interface TagProps extends ComponentProps<'li'> {
  readonly tag: string;
  /** Message that says what is wrong with it. */
  readonly error?: string | undefined;
  /** Null for who may not. */
  readonly onRemove: (() => void) | null;
}

/** A chip. Other props go to the item of the list. */
export function Tag({ tag, error, onRemove, ...item }: TagProps) {
  return (
    <li
      {...item}
      title={error}
      className={cn(
        'inline-flex max-w-full items-center gap-0.5 rounded-md bg-hover py-0.5 ps-2 text-sm',
        onRemove === null && 'pe-2',
        error && 'bg-danger-soft text-danger',
      )}
    >
      <bdi className="truncate">{tag}</bdi>
      {error && <span className="sr-only">: {error}</span>}
      {onRemove && (
        <button
          type="button"
          aria-label={common.removeNamed({ name: tag })}
          onClick={onRemove}
          className="flex size-6 items-center justify-center rounded-sm text-muted hover:text-foreground max-sm:size-9"
        >
          <X className="size-3.5" aria-hidden />
        </button>
      )}
    </li>
  );
}

import { ChevronDown, type LucideIcon } from 'lucide-react';
import { Slot } from 'radix-ui';
import { type ComponentProps, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { isEnter } from './keys.ts';
import { partFailed } from './lazy-part.tsx';
import { BOX } from './plain-input.tsx';

const load = () => import('./select-library.tsx');
const LoadedSelect = lazy(load);

/** Letters typed within this time are one word. */
const TYPING_MS = 1000;

interface SelectProps extends Omit<ComponentProps<'button'>, 'value' | 'onChange' | 'children'> {
  readonly value: string;
  /** Values, each with its label. */
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
  /** Shown in place of the chosen label, which becomes a tooltip. On a phone the label stays. */
  readonly icon?: LucideIcon;
}

/** A choice of one among a few options. Its list comes with the first one that's opened; typing chooses also while it's closed. */
export function Select({ className, dir, value, options, onChange, icon: Icon, ...props }: SelectProps) {
  const [wasAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const typed = useRef({ text: '', at: 0 });
  // A failed load, as without a network, must not take the screen away.
  const ask = (): void => {
    const open = (): void => {
      setAsked(true);
      setOpen(true);
    };
    void load().then(open, partFailed);
  };
  const press = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
    const before = timeStamp - typed.current.at < TYPING_MS ? typed.current.text : '';
    if (isEnter(event) || key === 'ArrowDown' || key === 'ArrowUp' || (key === ' ' && before === '')) {
      event.preventDefault();
      ask();
    } else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) {
      event.preventDefault();
      typed.current = { text: before + key.toLocaleLowerCase(), at: timeStamp };
      const found = options.find(([, label]) => label.toLocaleLowerCase().startsWith(typed.current.text));
      if (found && found[0] !== value) onChange(found[0]);
    }
  };
  const label = options.find(([one]) => one === value)?.[1];
  const trigger = (
    <button
      type="button"
      value={value}
      // Of what it stands in: the library would set that of the page.
      dir={dir}
      title={Icon && label}
      className={cn(BOX, 'flex h-9 items-center gap-2 pe-2 text-start', className)}
      {...props}
    >
      {Icon && <Icon className="size-4 shrink-0 max-md:hidden" aria-hidden />}
      <span className={cn('min-w-0 flex-1 truncate', Icon && 'md:sr-only')}>{label}</span>
      <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
    </button>
  );
  const closed = (
    <Slot.Root
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      onPointerEnter={() => void load().catch(() => undefined)}
      onFocus={() => void load().catch(() => undefined)}
      onClick={ask}
      onKeyDown={press}
    >
      {trigger}
    </Slot.Root>
  );
  if (!wasAsked) return closed;
  const list = { value, options, onChange, trigger, open: isOpen, onOpenChange: setOpen };
  return (
    <Suspense fallback={closed}>
      <LoadedSelect {...list} disabled={props.disabled === true} />
    </Suspense>
  );
}

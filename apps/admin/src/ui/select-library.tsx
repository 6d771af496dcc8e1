import { Check } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { keepFocus } from './keep-focus.ts';

interface LoadedSelectProps {
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
  readonly disabled: boolean;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly trigger: ReactNode;
}

/** Before each value: the library knows no empty ones. */
const MARK = '=';

/** The select itself, with its library: loaded when a select is pointed at or focused. */
export default function LoadedSelect({ value, options, onChange, trigger, ...state }: LoadedSelectProps) {
  const box = useRef<HTMLButtonElement>(null);
  // A dialog takes the focus when the list goes that had it: its select gets it back.
  const giveBack = (event: Event): void => {
    if (!document.activeElement?.contains(box.current)) keepFocus(event);
  };
  return (
    <Radix.Root value={`${MARK}${value}`} onValueChange={(next) => onChange(next.slice(MARK.length))} {...state}>
      <Radix.Trigger asChild ref={box}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={giveBack}
          // Keys of the list are no keys of what the select stands in.
          onKeyDown={(event) => event.stopPropagation()}
          className="z-70 max-h-[min(24rem,var(--radix-select-content-available-height))] min-w-(--radix-select-trigger-width) max-w-[min(28rem,94vw)] overflow-hidden rounded-lg border bg-surface shadow-pop"
        >
          {/* With a scrollbar, which the library hides: its buttons come and go, and move options away from under the pointer. */}
          <Radix.Viewport className="p-1" style={{ scrollbarWidth: 'thin' }}>
            {options.map(([one, label]) => (
              <Radix.Item
                key={one}
                data-value={one}
                value={`${MARK}${one}`}
                className="flex min-h-8 cursor-pointer items-center gap-2 rounded-md py-1.5 ps-2.5 pe-2 text-sm outline-none select-none data-[highlighted]:bg-hover max-sm:min-h-11"
              >
                <span className="min-w-0 flex-1 break-words">
                  <Radix.ItemText>{label}</Radix.ItemText>
                </span>
                <span className="size-4 shrink-0">
                  <Radix.ItemIndicator>
                    <Check className="size-4 text-accent" aria-hidden />
                  </Radix.ItemIndicator>
                </span>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

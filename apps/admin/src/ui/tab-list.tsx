import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { cn } from './cn.ts';

interface TabListProps {
  readonly label: string;
  /** Begins the ids of the tabs, which end with their keys. */
  readonly prefix: string;
  /** Id of the element that shows what a tab is about. */
  readonly panel: string;
  readonly tabs: readonly { readonly key: string; readonly label: ReactNode }[];
  readonly value: string;
  readonly onChange: (key: string) => void;
}

/** Tabs: the arrow keys go to the next one, Home and End to the ends. */
export function TabList({ label, prefix, panel, tabs, value, onChange }: TabListProps) {
  // Narrow windows don't show all of them at once.
  useEffect(() => {
    document.getElementById(`${prefix}${value}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [prefix, value]);
  const press = (event: KeyboardEvent): void => {
    const index = tabs.findIndex(({ key }) => key === value);
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const places: Readonly<Record<string, number>> = {
      ArrowRight: index + forward,
      ArrowLeft: index - forward,
      Home: 0,
      End: tabs.length - 1,
    };
    const place = places[event.key];
    const next = place === undefined ? undefined : tabs.at(place % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.key);
    document.getElementById(`${prefix}${next.key}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className="flex gap-1 overflow-x-auto" onKeyDown={press}>
      {tabs.map(({ key, label: content }) => (
        <button
          key={key}
          id={`${prefix}${key}`}
          type="button"
          role="tab"
          aria-selected={key === value}
          aria-controls={panel}
          tabIndex={key === value ? 0 : -1}
          onClick={() => onChange(key)}
          className={cn(
            'flex h-10 shrink-0 items-center gap-1.5 border-b-2 px-2.5 text-sm -outline-offset-2 max-sm:h-11',
            key === value
              ? 'border-accent font-medium'
              : 'border-transparent text-muted hover:border-border-strong hover:text-foreground',
          )}
        >
          {content}
        </button>
      ))}
    </div>
  );
}

import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { common } from '#messages/common';
import { list } from '#messages/list';
import { cn } from './cn.ts';
import { PlainInput } from './plain-input.tsx';

const TYPING_PAUSE_MS = 200;

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string;
}

/** Searches as one types, when the typing pauses. */
export function SearchBox({ label, value, onChange, className }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    // The person went back, or cleared the filters.
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      latest.current(text);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={cn('relative min-w-0 flex-1 basis-full', className)}>
      <Search className="pointer-events-none absolute top-2.5 start-3 size-4 text-muted max-sm:top-3.5" aria-hidden />
      <PlainInput
        type="search"
        aria-label={label}
        placeholder={common.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="px-9 max-sm:h-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <button
          type="button"
          aria-label={list.clearSearch}
          onClick={() => setText('')}
          className="absolute top-1 end-1 flex size-7 items-center justify-center rounded-sm text-muted hover:text-foreground max-sm:size-9"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}

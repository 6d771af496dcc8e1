import type { ReactNode } from 'react';
import { cn } from './cn.ts';

interface SuggestionProps {
  /** Id that the text's `aria-activedescendant` names. */
  readonly id: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One of the suggestions that a text offers while it's typed: the text keeps the focus, and its keys choose. */
export function Suggestion({ id, isActive, onChoose, className, children }: SuggestionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus stays in the text, whose keys choose
    // biome-ignore lint/a11y/useFocusableInteractive: it is pointed at by aria-activedescendant
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      // The cursor has to stay where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cn(
        'flex cursor-pointer rounded-md px-2.5 py-1.5 text-sm max-sm:py-2.5',
        isActive ? 'bg-hover' : 'hover:bg-hover',
        className,
      )}
    >
      {children}
    </div>
  );
}

import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cn } from './cn.ts';

/**
 * Details of a row that a button opens.
 *
 * @param label name of the button for screen readers
 * @returns the button, and what draws the details below the row
 */
export function useDetails(label: string, className?: string) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={id}
      aria-label={label}
      onClick={() => setOpen(!isOpen)}
      className={cn(
        'flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover max-sm:size-11',
        className,
      )}
    >
      <ChevronDown className={cn('size-4', isOpen && 'rotate-180')} aria-hidden />
    </button>
  );
  const details = (draw: () => ReactNode): ReactNode => (
    <div id={id} hidden={!isOpen} className="border-t bg-sunken px-4 py-3 text-xs">
      {isOpen && draw()}
    </div>
  );
  return { button, details };
}

interface FactsProps {
  /** Labels and values; what has no value is left out. */
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
  /** Of the values. */
  readonly className?: string;
}

/** Facts in two columns. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className={cn('break-all', className)}>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

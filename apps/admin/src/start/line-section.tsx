import { type ReactNode, useId } from 'react';
import { formats } from '@/i18n/language.ts';

interface LineSectionProps {
  readonly title: string;
  /** How many lines there are, also those that aren't shown. */
  readonly count?: number;
  /** Shown below the lines. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** A list of the start page. */
export function LineSection({ title, count, after, children }: LineSectionProps) {
  const { number } = formats;
  const id = useId();
  return (
    <section className="mb-8" aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-sm font-semibold">
        {title} {count !== undefined && <span className="font-normal text-muted tabular-nums">{number(count)}</span>}
      </h2>
      <ul className="divide-y rounded-lg border bg-surface">{children}</ul>
      {after && <div className="mt-1">{after}</div>}
    </section>
  );
}

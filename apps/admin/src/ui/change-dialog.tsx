import type { ComponentProps, ReactNode } from 'react';
import { type Affected, AffectedList } from './affected-list.tsx';
import { cn } from './cn.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { QueryState } from './states.tsx';

/** An effect of a change: a sentence with a number, and the titles of the affected things. Left out when there are none. The title of the dialog may be the sentence. */
interface ChangePart {
  readonly heading: string;
  readonly items: readonly Affected[];
  readonly isProblem?: boolean;
}

interface ChangeDialogProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'wide'> {
  readonly parts: readonly ChangePart[];
  /** Reads what the parts are made of: until it has, the change can't be made. */
  readonly query?: ComponentProps<typeof QueryState>['query'];
  /** Choices above the parts. */
  readonly children?: ReactNode;
}

/** Asks before a change that others notice, above all on the site: lists its effects by number and title. */
export function ChangeDialog({ parts, query, children, disabled = false, ...dialog }: ChangeDialogProps) {
  const isRead = !query || (!query.isPending && !query.error);
  return (
    <ConfirmDialog {...dialog} disabled={disabled || !isRead}>
      <div className="flex flex-col gap-4">
        {children}
        {query && <QueryState query={query} rows={2} />}
        {isRead &&
          parts.map(
            ({ heading, items, isProblem = false }) =>
              items.length > 0 && (
                <section key={heading} className="flex min-w-0 flex-col gap-1.5">
                  {heading && <h3 className={cn('text-sm font-semibold', isProblem && 'text-danger')}>{heading}</h3>}
                  <AffectedList items={items} />
                </section>
              ),
          )}
      </div>
    </ConfirmDialog>
  );
}

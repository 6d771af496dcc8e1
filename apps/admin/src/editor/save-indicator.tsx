'use client';

import { Check, CircleAlert, CloudOff, GitMerge, LoaderCircle, type LucideIcon, PenLine } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import type { SaveState, SessionView } from './edit-session.ts';

const LOOKS: Record<SaveState, { readonly icon: LucideIcon; readonly words: string; readonly className: string }> = {
  saved: { icon: Check, words: 'Saved', className: 'text-muted' },
  waiting: { icon: PenLine, words: 'Editing', className: 'text-muted' },
  saving: { icon: LoaderCircle, words: 'Saving', className: 'text-muted [&_svg]:animate-spin' },
  offline: { icon: CloudOff, words: 'Offline: kept in this browser', className: 'text-warning' },
  conflict: { icon: GitMerge, words: 'Needs a choice', className: 'text-danger' },
  refused: { icon: CircleAlert, words: 'Not saved', className: 'text-danger' },
};

/** Says, always at the same place, whether what was typed is safe. */
export function SaveIndicator({ view, onRetry }: { readonly view: SessionView; readonly onRetry: () => void }) {
  const { icon: Icon, words, className } = LOOKS[view.state];
  return (
    <div className="flex items-center gap-2">
      <span
        role="status"
        aria-live="polite"
        title={view.problem ?? undefined}
        data-save-state={view.state}
        className={cn('flex items-center gap-1.5 text-xs', className)}
      >
        <Icon className="size-3.5" aria-hidden />
        {words}
      </span>
      {(view.state === 'offline' || view.state === 'refused') && (
        <Button size="sm" variant="ghost" onClick={onRetry}>
          Try now
        </Button>
      )}
    </div>
  );
}

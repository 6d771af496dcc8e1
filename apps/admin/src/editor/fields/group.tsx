'use client';

import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/ui/cn.ts';

interface GroupProps {
  readonly title: ReactNode;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
  /** Without a frame. */
  readonly plain?: boolean;
  readonly children: ReactNode;
}

/** Several controls that are one field. */
export function Group({ title, help, error, aside, plain = false, children }: GroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="float-left mb-1.5 flex w-full items-baseline justify-between gap-3 text-sm font-medium">
        <span>{title}</span>
        {aside && <span className="text-xs font-normal text-muted">{aside}</span>}
      </legend>
      <div className={cn('clear-both', !plain && 'rounded-lg border bg-surface p-4')}>{children}</div>
      {help && <p className="mt-1.5 text-xs text-muted">{help}</p>}
      {error && (
        <p className="mt-1.5 flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  );
}

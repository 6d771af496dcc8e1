import { CloudOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { common as t } from '#messages/common';
import { errorOf, sentenceOf } from '../api/errors.ts';
import { useTrouble } from '../api/use-trouble.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { LinkButton } from './link-button.tsx';
import { Said } from './said.tsx';

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly help?: ReactNode;
  readonly action?: ReactNode;
}

/** Says that there's nothing here, why, and what to do. */
export function Empty({ icon: Icon, title, help, action }: EmptyProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-2 px-6 py-16 text-center">
      <Icon className="mb-1 size-8 text-muted" strokeWidth={1.5} aria-hidden />
      <h2 className="text-lg font-semibold">
        <Said>{title}</Said>
      </h2>
      {help && (
        <div className="text-sm text-muted">
          <Said>{help}</Said>
        </div>
      )}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

interface FailedProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Where to go when it isn't there, or isn't for this person. */
  readonly back?: { readonly href: string; readonly label: string };
}

/** Says what went wrong while something was read, and offers to try again, or to go elsewhere. */
export function Failed({ error, onRetry, back }: FailedProps) {
  const failure = errorOf(error);
  const { status } = failure;
  const isFinal = status === 404 || status === 403;
  const title = status === 404 ? t.notFound : status === 403 ? t.notAllowed : t.didNotLoad;
  return (
    <div role="alert">
      <Empty
        icon={CloudOff}
        title={title}
        action={
          isFinal
            ? back && <LinkButton label={back.label} href={back.href} variant="primary" />
            : onRetry && <Button onClick={onRetry}>{t.retry}</Button>
        }
        help={status === 0 ? t.offline : sentenceOf(failure)}
      />
    </div>
  );
}

interface QueryStateProps {
  readonly query: { readonly error: unknown; readonly isPending: boolean; refetch(): unknown };
  /** Rows of the skeleton. */
  readonly rows?: number;
}

/** Shown in place of a list while it's read, and when that failed. */
export function QueryState({ query, rows = 8 }: QueryStateProps) {
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return query.isPending && <SkeletonRows count={rows} />;
}

/** Placeholder of something that is being read. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div className={cn('animate-pulse rounded-md bg-hover', className)} aria-hidden />;
}

interface LoadingProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** The place of something that is being read; says what keeps it from coming, if anything does. */
export function Loading({ className, children }: LoadingProps) {
  const trouble = useTrouble();
  // A failure may be another reading's: this one's has words of its own.
  if (trouble && trouble.kind !== 'failed')
    return <Empty icon={CloudOff} title={t.trouble[trouble.kind]} help={t.troubleHelp} />;
  return (
    <div role="status" aria-label={t.loading} className={className}>
      {children}
    </div>
  );
}

/** Rows of a list that is being read. */
export function SkeletonRows({ count = 8 }: { readonly count?: number }) {
  return (
    <Loading className="divide-y">
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className="flex h-14 items-center gap-4 px-4">
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="ms-auto h-4 w-20" />
        </div>
      ))}
    </Loading>
  );
}

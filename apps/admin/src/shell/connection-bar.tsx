import { CloudOff } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { common as t } from '#messages/common';
import { connection, type Trouble } from '@/api/connection.ts';
import { Button } from '@/ui/button.tsx';
import { CopyButton } from '@/ui/copy-button.tsx';

/** Says what keeps answers from coming. */
export function ConnectionBar({ trouble }: { readonly trouble: Trouble }) {
  const bar = useRef<HTMLDivElement>(null);
  // Elements that stick to the top of the window stick to the bar.
  useEffect(() => {
    if (!bar.current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--bar', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bar');
    };
  }, []);
  // The bar's buttons go with it: the focus stays on the page.
  useLayoutEffect(() => {
    const own = bar.current;
    return () => {
      if (own?.contains(document.activeElement)) document.querySelector('main')?.focus();
    };
  }, []);
  const requestId = trouble.kind === 'failed' ? trouble.requestId : null;
  return (
    <div
      ref={bar}
      role="alert"
      className="sticky top-0 z-30 flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-warning-soft px-4 py-1.5 text-sm text-warning"
    >
      <CloudOff className="size-4 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{t.trouble[trouble.kind]}</span>{' '}
        {requestId === null ? (
          t.troubleHelp
        ) : (
          <code className="text-xs break-all">
            {t.request} {requestId}
          </code>
        )}
      </span>
      {requestId !== null && <CopyButton value={requestId} label={t.copyRequest} />}
      <Button label={t.retry} size="sm" onClick={() => connection.retry()} />
    </div>
  );
}

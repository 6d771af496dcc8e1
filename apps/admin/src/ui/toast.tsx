'use client';

import { useTheme } from 'next-themes';
import { Toaster as Sonner, toast } from 'sonner';
import { errorOf } from '../api/errors.ts';

/** Where toasts appear. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      toastOptions={{
        style: {
          background: 'var(--surface)',
          color: 'var(--foreground)',
          border: '1px solid var(--border)',
          fontFamily: 'inherit',
        },
      }}
    />
  );
}

/** Says that something was done, and offers to undo it. */
export function tell(message: string, undo?: () => void): void {
  toast(message, undo ? { action: { label: 'Undo', onClick: undo }, duration: 8_000 } : {});
}

/** Says that nothing was done, because not all that was typed is saved. */
export function tellUnsaved(): void {
  toast.error('Nothing was done', { description: 'What you typed is not saved yet. See beside the title why.' });
}

/** Says that something failed, and why. */
export function tellFailure(what: string, error: unknown): void {
  toast.error(what, { description: errorOf(error).message });
}

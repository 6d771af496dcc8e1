'use client';

import { useTheme } from 'next-themes';
import { Toaster as Sonner, toast } from 'sonner';
import type { Messages } from '@/i18n/catalog.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { errorOf } from '../api/errors.ts';

/** Words of toasts, in the language that is spoken: toasts are also told where no component is. */
let words: Messages['common'] | null = null;

/** Where toasts appear. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  words = useMessages().common;
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      closeButton
      containerAriaLabel={words.notifications}
      style={{ fontFamily: 'var(--font-sans)' }}
      mobileOffset={{ bottom: 72 }}
      toastOptions={{
        closeButtonAriaLabel: words.close,
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
  if (!undo) toast(message);
  else toast(message, { action: { label: words?.undo ?? 'Undo', onClick: undo }, duration: 12_000 });
}

/** Says that nothing was done, because not all that was typed is saved. */
export function tellUnsaved(): void {
  if (words) toast.error(words.nothingDone, { description: words.notSavedYet });
}

/** Says that something failed, and why. */
export function tellFailure(what: string, error: unknown): void {
  const { status, message } = errorOf(error);
  toast.error(what, { description: status === 0 ? words?.offline : message });
}

'use client';

import { useMessages } from '@/i18n/language-context.ts';
import { Input } from '@/ui/input.tsx';
import { CopyButton } from './copy-button.tsx';

/** Something to be handed over, with a button that copies it. */
export function SecretBox({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="flex gap-2">
      <Input
        aria-label={label}
        readOnly
        value={value}
        className="font-mono text-sm"
        onFocus={(event) => event.target.select()}
      />
      <CopyButton value={value} />
    </div>
  );
}

/** Several lines to be copied at once. */
export function CopyBox({ label, value }: { readonly label: string; readonly value: string }) {
  const { settings: t } = useMessages();
  return (
    <figure aria-label={label} className="relative rounded-md border bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what overflows can be scrolled with the keyboard */}
      <pre className="overflow-x-auto p-3 pr-28 font-mono text-xs leading-relaxed" tabIndex={0}>
        {value}
      </pre>
      <div className="absolute top-2 right-2">
        <CopyButton value={value} label={`${t.copy}: ${label}`} />
      </div>
    </figure>
  );
}

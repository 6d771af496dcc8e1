import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { Button } from './button.tsx';

/** Copies a text. @param label the button's name for screen readers */
export function CopyButton({ value, label }: { readonly value: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Button
      aria-label={isCopied ? undefined : label}
      onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
    >
      {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {isCopied ? common.copied : common.copy}
    </Button>
  );
}

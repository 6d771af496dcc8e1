'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Input } from '@/ui/input.tsx';

/** A secret that is shown once, with a button that copies it. */
export function SecretBox({ label, value }: { readonly label: string; readonly value: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="flex gap-2">
      <Input
        aria-label={label}
        readOnly
        value={value}
        className="font-mono text-sm"
        onFocus={(event) => event.target.select()}
      />
      <Button onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}

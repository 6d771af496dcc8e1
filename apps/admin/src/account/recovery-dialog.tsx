import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { account as t } from '#messages/account';
import { common } from '#messages/common';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** Recovery codes, shown once. */
export function RecoveryDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true));
  return (
    <Dialog
      onClose={onClose}
      title={t.recovery}
      description={t.recoveryLead}
      footer={
        <>
          <Button onClick={copy}>
            {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
            {isCopied ? common.copied : common.copy}
          </Button>
          <Button label={t.keptThem} variant="primary" onClick={onClose} />
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}

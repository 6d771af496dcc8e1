import type { ReactNode } from 'react';
import { common } from '#messages/common';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { SecretBox } from './secret-box.tsx';

interface SecretDialogProps {
  readonly title: string;
  readonly lead: string;
  /** Name of the secret. */
  readonly label: string;
  readonly value: string;
  readonly onClose: () => void;
  /** Shown below the secret. */
  readonly children?: ReactNode;
}

/** Shows a link or secret that can't be shown again. */
export function SecretDialog({ title, lead, label, value, onClose, children }: SecretDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={lead}
      footer={<Button onClick={onClose}>{common.done}</Button>}
    >
      <div className="flex flex-col gap-4">
        <SecretBox label={label} value={value} />
        {children}
      </div>
    </Dialog>
  );
}

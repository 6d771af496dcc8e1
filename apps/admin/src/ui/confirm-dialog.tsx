import type { ComponentProps } from 'react';
import { common } from '#messages/common';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps extends Pick<ComponentProps<typeof Dialog>, 'title' | 'wide' | 'children' | 'onClose'> {
  readonly consequence: string;
  /** Null for what can't be done: then it only says so. */
  readonly action: string | null;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly tone?: 'danger' | 'primary';
  readonly onConfirm: () => void;
}

/** Asks before something is done, and says what follows from it. */
export function ConfirmDialog({ consequence, action, onConfirm, ...props }: ConfirmDialogProps) {
  const { busy = false, disabled = false, tone = 'danger', ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      description={consequence}
      footer={
        <>
          <Button onClick={dialog.onClose}>{action === null ? common.close : common.cancel}</Button>
          {action !== null && (
            <Button variant={tone} busy={busy} disabled={disabled} label={action} onClick={onConfirm} />
          )}
        </>
      }
    />
  );
}

import { useMessages } from '@/i18n/language-context.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What follows from it. */
  readonly consequence: string;
  readonly action: string;
  readonly busy?: boolean;
  readonly tone?: 'danger' | 'primary';
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is done, and says what follows from it. */
export function ConfirmDialog({
  title,
  consequence,
  action,
  busy = false,
  tone = 'danger',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { common } = useMessages();
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={consequence}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant={tone} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}

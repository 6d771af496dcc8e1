import type { FormEvent, ReactNode } from 'react';
import { common } from '#messages/common';
import type { ApiFailure } from '@/api/errors.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormFailure } from './form-failure.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly action: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** Offers to go without doing it. */
  readonly cancels?: boolean;
  /** The server's error about the form as a whole. */
  readonly failure?: ApiFailure | null;
  /** Errors that it throws are shown by the form already. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form: its fields, the error, and one button that sends it. */
export function FormDialog({
  title,
  description,
  onClose,
  onSubmit,
  children,
  failure = null,
  ...rest
}: FormDialogProps) {
  const { action, busy, disabled = false, cancels = false } = rest;
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const unread = event.currentTarget.querySelector<HTMLElement>('[data-unread]');
    if (unread) return unread.focus();
    await onSubmit(event);
  };
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4 pb-4"
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        {children}
        <FormFailure failure={failure} />
        <div className="flex justify-end gap-2">
          {cancels && <Button label={common.cancel} className="max-sm:h-11" onClick={onClose} />}
          <Button
            label={action}
            type="submit"
            variant="primary"
            className="max-sm:h-11"
            busy={busy}
            disabled={disabled}
          />
        </div>
      </form>
    </Dialog>
  );
}

import { type FormEvent, type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
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
  const latest = useRef(onSubmit);
  latest.current = onSubmit;
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    takeTyped(form);
    const unread = form.querySelector<HTMLElement>('[data-unread]');
    if (unread) return unread.focus();
    await latest.current(event);
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

/** Takes what is typed where the focus is: a box may wait to be left, which sending the form doesn't do. */
function takeTyped(form: HTMLFormElement): void {
  const box = document.activeElement;
  if (!(box instanceof HTMLInputElement) || !form.contains(box)) return;
  flushSync(() => box.blur());
  box.focus();
}

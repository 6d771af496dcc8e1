import { useState } from 'react';
import { boards as t } from '#messages/boards';
import { common } from '#messages/common';
import { DayInput } from '@/ui/day-input.tsx';
import { Field } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';

interface MoveDayDialogProps {
  readonly title: string;
  /** The day of the entry now. */
  readonly from: string;
  readonly onMove: (day: string) => void;
  readonly onClose: () => void;
}

/** Asks for the day to move an entry to: the way to do it without a mouse, and to days of other months. */
export function MoveDayDialog({ title, from, onMove, onClose }: MoveDayDialogProps) {
  const [day, setDay] = useState(from);
  return (
    <FormDialog
      onClose={onClose}
      title={t.moveDay}
      description={title || common.untitled}
      action={t.move}
      busy={false}
      disabled={day === '' || day === from}
      cancels
      onSubmit={() => {
        onClose();
        onMove(day);
      }}
    >
      <Field label={t.day}>
        {(control) => <DayInput {...control} label={t.day} autoFocus value={day} onChange={setDay} />}
      </Field>
    </FormDialog>
  );
}

import { useState } from 'react';
import { common } from '#messages/common';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';

interface FolderDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial?: string;
  readonly busy: boolean;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a folder. */
export function FolderDialog({ title, action, initial = '', busy, onName, onClose }: FolderDialogProps) {
  const [name, setName] = useState(initial);
  const trimmed = name.trim();
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      action={action}
      busy={busy}
      disabled={!trimmed}
      cancels
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed) onName(trimmed);
      }}
    >
      <TextField
        label={common.name}
        autoFocus
        dir="auto"
        maxLength={100}
        className="max-sm:h-11"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

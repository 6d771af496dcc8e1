'use client';

import { useState } from 'react';
import { useMessages } from '@/i18n/language-context.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

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
  const { library: t, common } = useMessages();
  const [name, setName] = useState(initial);
  const trimmed = name.trim();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form
        className="flex flex-col gap-4 pb-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed) onName(trimmed);
        }}
      >
        <Field label={t.folderName}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              dir="auto"
              maxLength={100}
              className="max-sm:h-11"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button className="max-sm:h-11" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="primary" className="max-sm:h-11" busy={busy} disabled={!trimmed}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { useState } from 'react';
import { library as t } from '#messages/library';
import { media } from '#messages/media';
import { Field } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Select } from '@/ui/input.tsx';
import { useFolders } from '../use-folders.ts';

interface MoveDialogProps {
  readonly count: number;
  /** The folder of the files now; null for no folder. */
  readonly from: string | null;
  readonly busy: boolean;
  readonly onMove: (folderId: string | null) => void;
  readonly onClose: () => void;
}

/** Asks for a folder to move files to: the way to do it without a mouse. */
export function MoveDialog({ count, from, busy, onMove, onClose }: MoveDialogProps) {
  const folders = useFolders();
  const [folder, setFolder] = useState(from ?? '');
  return (
    <FormDialog
      onClose={onClose}
      title={t.moveTitle({ count })}
      action={t.move}
      busy={busy}
      cancels
      onSubmit={(event) => {
        event.preventDefault();
        onMove(folder || null);
      }}
    >
      <Field label={media.folder}>
        {(control) => (
          <Select
            {...control}
            autoFocus
            className="max-sm:h-11"
            value={folder}
            options={[['', media.noFolder], ...folders.map(({ id, path }) => [id, path] as const)]}
            onChange={setFolder}
          />
        )}
      </Field>
    </FormDialog>
  );
}

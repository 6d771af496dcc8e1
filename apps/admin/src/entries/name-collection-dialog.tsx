import { common } from '#messages/common';
import { list as t } from '#messages/list';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { TextField } from '@/ui/field.tsx';

interface NameCollectionDialogProps {
  readonly isBusy: boolean;
  readonly onName: (collection: string) => void;
  readonly onClose: () => void;
}

/** Asks for the collection of a new entry, in a project without a schema. */
export function NameCollectionDialog({ isBusy, onName, onClose }: NameCollectionDialogProps) {
  return (
    <Dialog onClose={onClose} title={t.newEntry} description={t.noSchemaHelp}>
      <form
        className="flex flex-col gap-4 pb-4"
        onSubmit={(event) => {
          event.preventDefault();
          onName(String(new FormData(event.currentTarget).get('collection')));
        }}
      >
        <TextField
          label={t.collection}
          help={t.collectionHelp}
          name="collection"
          required
          pattern="[a-zA-Z][a-zA-Z0-9_]*"
          autoFocus
        />
        <Button label={common.create} type="submit" variant="primary" busy={isBusy} className="self-end" />
      </form>
    </Dialog>
  );
}

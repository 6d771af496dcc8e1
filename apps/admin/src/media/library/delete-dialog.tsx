import { useMessages } from '@/i18n/language-context.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import type { Asset } from '../upload/upload-types.ts';
import { AssetUses } from './asset-uses.tsx';

interface DeleteDialogProps {
  readonly assets: readonly Asset[];
  readonly busy: boolean;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Asks before files go to the trash. Of one that entries use, says which do instead. */
export function DeleteDialog({ assets, busy, onDelete, onClose }: DeleteDialogProps) {
  const { library: t, common } = useMessages();
  const [only] = assets.length === 1 ? assets : [];
  const isUsed = only !== undefined && only.usage_count > 0;
  return (
    <Dialog
      onClose={onClose}
      title={only ? common.deleteTitle(only.filename) : t.deleteTitle(assets.length)}
      description={isUsed ? t.inUseHelp : only ? t.deleteOneHelp : t.deleteHelp}
      footer={
        <>
          <Button className="max-sm:h-11" onClick={onClose}>
            {isUsed ? common.close : common.cancel}
          </Button>
          {!isUsed && (
            <Button autoFocus variant="danger" className="max-sm:h-11" busy={busy} onClick={onDelete}>
              {common.delete}
            </Button>
          )}
        </>
      }
    >
      {isUsed && <AssetUses assetId={only.id} />}
    </Dialog>
  );
}

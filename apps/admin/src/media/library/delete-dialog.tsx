import { common } from '#messages/common';
import { library as t } from '#messages/library';
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
  const [only] = assets.length === 1 ? assets : [];
  const isUsed = only !== undefined && only.usage_count > 0;
  return (
    <Dialog
      onClose={onClose}
      title={
        only
          ? (isUsed ? common.cannotDelete : common.deleteTitle)({ name: only.filename })
          : t.deleteTitle({ count: assets.length })
      }
      description={isUsed ? t.inUseHelp : only ? t.deleteOneHelp : t.deleteHelp}
      footer={
        <>
          <Button label={isUsed ? common.close : common.cancel} className="max-sm:h-11" onClick={onClose} />
          {!isUsed && (
            <Button
              label={common.delete}
              autoFocus
              variant="danger"
              className="max-sm:h-11"
              busy={busy}
              onClick={onDelete}
            />
          )}
        </>
      }
    >
      {isUsed && <AssetUses assetId={only.id} />}
    </Dialog>
  );
}

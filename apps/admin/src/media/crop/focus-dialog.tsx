import type { FocalPoint } from '@stele/schema';
import { useState } from 'react';
import { common } from '#messages/common';
import { form as t } from '#messages/form';
import { media } from '#messages/media';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { pictureUrl } from '../picture-of.ts';
import type { Asset } from '../upload/upload-types.ts';
import { FocusPoint } from './focus-point.tsx';
import { focusWithin } from './focus-within.ts';

/** The width of what a field of an entry page shows, twice for dense screens. */
const WIDTH = 1600;
const CENTRE: FocalPoint = { x: 0.5, y: 0.5 };

interface FocusDialogProps {
  readonly asset: Asset;
  /** Of this use; null where it's the asset's own. */
  readonly point: FocalPoint | null;
  readonly onChange: (point: FocalPoint | null) => void;
  readonly onClose: () => void;
}

/** Sets the focal point of a picture in one use, relative to the picture as shown, cropped if it is. */
export default function FocusDialog({ asset, point: own, onChange, onClose }: FocusDialogProps) {
  const [point, setPoint] = useState(
    own ?? focusWithin(asset.focal_point ?? CENTRE, null, asset.focal_point && asset.crop),
  );
  const [isBroken, setBroken] = useState(false);
  const url = pictureUrl(asset, WIDTH);
  const save = (next: FocalPoint | null): void => {
    onChange(next);
    onClose();
  };
  return (
    <Dialog
      wide
      onClose={onClose}
      title={t.focusOf({ name: asset.filename })}
      description={t.focusHelp}
      footer={
        <>
          <Button
            label={t.fileFocus}
            variant="ghost"
            className="me-auto max-sm:h-10"
            disabled={own === null}
            onClick={() => save(null)}
          />
          <Button label={common.cancel} className="max-sm:h-10" onClick={onClose} />
          <Button label={common.save} variant="primary" className="max-sm:h-10" onClick={() => save(point)} />
        </>
      }
    >
      {isBroken && (
        <p role="alert" className="mb-3 text-sm text-danger">
          {media.notShown}
        </p>
      )}
      {url && <FocusPoint byPosition url={url} point={point} onChange={setPoint} onBroken={() => setBroken(true)} />}
    </Dialog>
  );
}

import { ImageIcon, Upload } from 'lucide-react';
import { common } from '#messages/common';
import { media as t } from '#messages/media';
import { FileButton } from '@/media/file-button.tsx';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import type { ControlIds } from './control.ts';

interface AssetChoiceProps {
  readonly label: string;
  readonly ids: ControlIds;
  readonly accept: readonly string[] | undefined;
  readonly multiple?: boolean;
  /** Whether files are held over the field. */
  readonly isOver: boolean;
  readonly onChoose: () => void;
  readonly onFiles: (files: File[]) => void;
}

/** Buttons that choose a file of the project, or upload one. */
export function AssetChoice({ label, ids, accept, multiple = false, isOver, onChoose, onFiles }: AssetChoiceProps) {
  const { may } = useProject();
  const { labelId, ...attributes } = ids;
  return (
    <>
      <Button
        {...attributes}
        icon={ImageIcon}
        label={label}
        // The label alone would not name the field, and the field's name alone not the action.
        aria-labelledby={`${labelId} ${ids.id}`}
        className="max-sm:h-10"
        onClick={onChoose}
      />
      {may('asset.upload') && (
        <>
          <FileButton
            icon={Upload}
            label={t.upload}
            className="max-sm:h-10"
            accept={accept}
            multiple={multiple}
            onFiles={onFiles}
          />
          <span className="text-xs text-muted">{isOver ? common.dropToUpload : t.uploadHere}</span>
        </>
      )}
    </>
  );
}

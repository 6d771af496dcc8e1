import { FileText, Upload, X } from 'lucide-react';
import { common } from '#messages/common';
import { translation as t } from '#messages/translation';
import { FileButton } from '@/media/file-button.tsx';
import { useFileDrop } from '@/media/use-file-drop.ts';
import { IconButton } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';

interface FilesToImportProps {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files to import: chosen, dropped or pasted, each with a button that takes it away again. */
export function FilesToImport({ files, onFiles }: FilesToImportProps) {
  const add = (more: readonly File[]): void => {
    // Folders may have files of the same name, so only the same file counts once.
    const keyOf = ({ name, size, lastModified }: File): string => `${lastModified} ${size} ${name}`;
    onFiles([...new Map([...files, ...more].map((file) => [keyOf(file), file])).values()]);
  };
  const { isOver, handlers } = useFileDrop(add);
  return (
    <fieldset
      aria-label={t.files}
      {...handlers}
      className={cn(
        'flex flex-col gap-2 rounded-md border border-dashed border-border-strong p-3',
        isOver && 'border-accent bg-accent-soft',
      )}
    >
      <ul className="flex flex-col gap-1 empty:hidden">
        {files.map((file) => (
          <li key={`${file.lastModified} ${file.size} ${file.name}`} className="flex items-center gap-2 text-sm">
            <FileText className="size-4 shrink-0 text-muted" aria-hidden />
            <bdi className="min-w-0 flex-1 truncate">{file.name}</bdi>
            <IconButton
              icon={X}
              label={common.removeNamed({ name: file.name })}
              className="max-sm:size-10"
              onClick={() => onFiles(files.filter((one) => one !== file))}
            />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton
          icon={Upload}
          label={t.chooseFiles}
          size="sm"
          className="max-sm:h-10"
          multiple
          accept={['.xlf', '.xliff', 'application/xliff+xml']}
          onFiles={add}
        />
        <span className="text-xs text-muted">{isOver ? common.dropToUpload : t.dropFiles}</span>
      </div>
    </fieldset>
  );
}

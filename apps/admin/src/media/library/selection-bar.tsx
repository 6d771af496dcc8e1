import { FolderInput, RotateCcw, Trash2, X } from 'lucide-react';
import { useMessages } from '@/i18n/language-context.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  readonly selection: Selection;
  readonly isTrash: boolean;
  readonly isAll: boolean;
  readonly isBusy: boolean;
  readonly onMove: () => void;
  readonly onDelete: () => void;
  readonly onRestore: () => void;
}

/** What can be done with the selected files. */
export function SelectionBar({ selection, isTrash, isAll, isBusy, onMove, onDelete, onRestore }: SelectionBarProps) {
  const { library: t, common } = useMessages();
  const count = selection.chosen.length;
  return (
    <div
      role="toolbar"
      aria-label={t.selected(count)}
      className="sticky top-0 z-20 mb-2 flex flex-wrap items-center gap-2 border-y bg-accent-soft px-3 py-2 text-sm max-md:top-12 sm:rounded-lg sm:border"
    >
      <span className="font-medium" role="status">
        {t.selected(count)}
      </span>
      {!isAll && (
        <Button label={t.selectAll} variant="ghost" size="sm" onClick={selection.all} className="max-sm:h-10" />
      )}
      <span className="ml-auto flex flex-wrap gap-1.5 rtl:mr-auto rtl:ml-0">
        {isTrash ? (
          <Button
            icon={RotateCcw}
            label={common.restore}
            size="sm"
            busy={isBusy}
            onClick={onRestore}
            className="max-sm:h-10"
          />
        ) : (
          <>
            <Button
              icon={FolderInput}
              label={t.moveTo}
              size="sm"
              busy={isBusy}
              onClick={onMove}
              className="max-sm:h-10"
            />
            <Button
              icon={Trash2}
              label={common.delete}
              size="sm"
              busy={isBusy}
              onClick={onDelete}
              className="max-sm:h-10"
            />
          </>
        )}
        <IconButton icon={X} label={t.clearSelection} onClick={selection.clear} className="max-sm:size-10" />
      </span>
    </div>
  );
}

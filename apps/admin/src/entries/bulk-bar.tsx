import { EyeOff, Rocket, RotateCcw, Trash2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Link } from '@/ui/link.tsx';
import type { ListedEntry } from './list-columns.tsx';
import { type BulkAction, type Refused, useBulk } from './use-bulk.ts';

interface BulkBarProps {
  readonly ids: readonly string[];
  readonly rows: readonly ListedEntry[];
  readonly isTrash: boolean;
  readonly isAll: boolean;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}

/** What can be done with the selected entries; what couldn't be is listed with the reason. */
export function BulkBar({ ids, rows, isTrash, isAll, onSelectAll, onClear }: BulkBarProps) {
  const { project } = useProject();
  const { list: t, common } = useMessages();
  const bulk = useBulk();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const run = async (action: BulkAction): Promise<void> => {
    const left = await bulk.run(action, ids, rows);
    if (left === null) return;
    if (left.length > 0) setRefused(left);
    else onClear();
  };
  const button = (action: BulkAction, icon: ReactNode, label: string): ReactNode => (
    <Button size="sm" busy={bulk.isPending} onClick={() => void run(action)} className="max-sm:h-10">
      {icon} {label}
    </Button>
  );
  return (
    <div
      role="toolbar"
      aria-label={t.selected(ids.length)}
      className="sticky top-0 z-10 mb-2 flex flex-wrap items-center gap-2 border-y bg-accent-soft px-3 py-2 text-sm max-md:top-12 sm:rounded-lg sm:border"
    >
      <span className="font-medium" role="status">
        {t.selected(ids.length)}
      </span>
      {!isAll && <Button label={t.selectAll} variant="ghost" size="sm" onClick={onSelectAll} className="max-sm:h-10" />}
      <span className="ml-auto flex flex-wrap gap-1.5">
        {isTrash ? (
          button('restore', <RotateCcw aria-hidden />, common.restore)
        ) : (
          <>
            {button('publish', <Rocket aria-hidden />, common.publish)}
            {button('unpublish', <EyeOff aria-hidden />, common.unpublish)}
            {button('trash', <Trash2 aria-hidden />, common.delete)}
          </>
        )}
        <IconButton icon={X} label={t.clearSelection} onClick={onClear} className="max-sm:size-10" />
      </span>
      <Dialog
        open={refused.length > 0}
        onClose={() => {
          setRefused([]);
          onClear();
        }}
        title={t.couldNot(refused.length)}
        description={refused.length < ids.length ? t.couldNotHelp : undefined}
        footer={<Button onClick={() => setRefused([])}>{common.close}</Button>}
      >
        <ul className="flex flex-col gap-2 pb-2">
          {refused.map(({ id, message }) => (
            <li key={id} className="text-sm">
              <Link
                href={`/projects/${project.id}/entries/${id}`}
                className="font-medium wrap-anywhere underline underline-offset-2"
              >
                {rows.find((one) => one.id === id)?.title || common.untitled}
              </Link>
              <span className="block text-muted">{message}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </div>
  );
}

import { EyeOff, type LucideIcon, Rocket, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { RefusedDialog, SelectionToolbar } from '@/ui/selection-toolbar.tsx';
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
  const action = (name: BulkAction, icon: LucideIcon, label: string) => [icon, label, () => void run(name)] as const;
  return (
    <>
      <SelectionToolbar
        label={t.selected(ids.length)}
        words={t}
        isBusy={bulk.isPending}
        isAll={isAll}
        onSelectAll={onSelectAll}
        onClear={onClear}
        actions={
          isTrash
            ? [action('restore', RotateCcw, common.restore)]
            : [
                action('publish', Rocket, common.publish),
                action('unpublish', EyeOff, common.unpublish),
                action('trash', Trash2, common.delete),
              ]
        }
      />
      {refused.length > 0 && (
        <RefusedDialog
          title={t.couldNot(refused.length)}
          description={refused.length < ids.length ? t.couldNotHelp : undefined}
          close={common.close}
          refused={refused.map(({ id, message }) => ({
            href: `/projects/${project.id}/entries/${id}`,
            name: rows.find((one) => one.id === id)?.title || common.untitled,
            message,
          }))}
          onRead={() => setRefused([])}
          onClose={() => {
            setRefused([]);
            onClear();
          }}
        />
      )}
    </>
  );
}

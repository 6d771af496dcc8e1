import { useQuery } from '@tanstack/react-query';
import { common } from '#messages/common';
import { machine as t } from '#messages/machine';
import type { Outputs } from '@/api/trpc.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useRefusals } from '@/entry/refusals.ts';
import { useProject } from '@/project/project-context.tsx';
import { AffectedList } from '@/ui/affected-list.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { QueryState } from '@/ui/states.tsx';

interface RunReportProps {
  readonly run: Outputs['translationRuns']['get'];
  /** How many entries were left out. */
  readonly left: number;
  readonly onClose: () => void;
}

/** The entries of a run that were left out in whole or in part, the first hundred, and why. */
export function RunReport({ run, left, onClose }: RunReportProps) {
  const { project, schema } = useProject();
  const refusedOf = useRefusals();
  const input = { projectId: project.id, runId: run.id, results: 'partly,unchanged,failed,kept', limit: 100 };
  const entries = useQuery(useTRPC().translationRuns.listEntries.queryOptions(input));
  const labelsOf = (collection: string | null, keys: readonly string[]): string =>
    (schema?.collections.find(({ key }) => key === collection)?.fields ?? [])
      .flatMap(({ key, label }) => (keys.includes(key) ? [label] : []))
      .join(', ');
  const noteOf = (entry: Outputs['translationRuns']['listEntries']['data'][number]): string => {
    const { entry_id: id, collection_key: collection, kept_fields: kept, left_fields: lost, error } = entry;
    const [refused] = refusedOf([{ id, error }], [{ id, collection_key: collection ?? '' }]);
    if (refused) return refused.message;
    const notes = [
      ...(kept.length > 0 ? [t.kept({ fields: labelsOf(collection, kept) })] : []),
      ...(lost.length > 0 ? [t.left({ fields: labelsOf(collection, lost) })] : []),
    ];
    return notes.join(' ') || t.nothing;
  };
  return (
    <Dialog
      title={t.manyLeft({ count: left })}
      {...(entries.data?.next_cursor && { description: t.firstOfLeft({ count: entries.data.data.length }) })}
      onClose={onClose}
      footer={<Button label={common.close} className="max-sm:h-11" onClick={onClose} />}
    >
      <QueryState query={entries} rows={Math.min(left, 5)} />
      {entries.data && (
        <AffectedList
          items={entries.data.data.map((entry) => ({
            id: entry.entry_id,
            title: entry.title || common.untitled,
            href:
              entry.title === null
                ? undefined
                : `/projects/${project.id}/entries/${entry.entry_id}?locale=${encodeURIComponent(run.locale)}`,
            note: noteOf(entry),
          }))}
        />
      )}
    </Dialog>
  );
}

'use client';

import { arrayMove } from '@dnd-kit/sortable';
import type { FieldBase, ShapeOf } from '@stele/schema';
import { useQueries } from '@tanstack/react-query';
import { ExternalLink, Link2 } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { LocaleChips } from '@/entries/locale-status.tsx';
import { useProject } from '@/shell/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Skeleton } from '@/ui/states.tsx';
import type { FieldControlProps } from './control-props.ts';
import { EntryPicker } from './entry-picker.tsx';
import { Group } from './group.tsx';
import { SortableItem, SortableList } from './sortable.tsx';

interface ReferencesControlProps extends Omit<FieldControlProps, 'field'> {
  readonly field: FieldBase & (ShapeOf<'reference'> | ShapeOf<'references'>);
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly error: string | undefined;
}

/** One entry or several that this one refers to, each with how it stands. */
export function ReferencesControl({ field, value, onChange, readOnly, title, aside, error }: ReferencesControlProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const [isPicking, setPicking] = useState(false);
  const isMany = field.type === 'references';
  const ids = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
  const entries = useQueries({
    queries: ids.map((entryId) =>
      trpc.entries.get.queryOptions({ projectId: project.id, entryId }, { staleTime: 60_000 }),
    ),
  });
  const set = (next: readonly string[]): void =>
    onChange(isMany ? (next.length === 0 ? null : next) : (next[0] ?? null));
  return (
    <Group title={title} help={field.help} error={error} aside={aside} plain>
      <SortableList keys={ids} onMove={(from, to) => set(arrayMove([...ids], from, to))}>
        {ids.map((id, index) => {
          const entry = entries[index];
          return (
            <SortableItem
              key={id}
              id={id}
              name={entry?.data?.title || 'reference'}
              readOnly={readOnly || !isMany ? readOnly : false}
              onRemove={() => set(ids.filter((one) => one !== id))}
            >
              <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
                {entry?.data && (
                  <>
                    <Link
                      href={`/projects/${project.id}/entries/${id}`}
                      className="inline-flex min-w-0 items-center gap-1.5 font-medium hover:underline"
                    >
                      <span className="truncate">{entry.data.title || 'Untitled'}</span>
                      <ExternalLink className="size-3.5 shrink-0 text-muted" aria-hidden />
                    </Link>
                    <span className="ml-auto">
                      {entry.data.status === 'trashed' ? (
                        <span className="text-xs text-danger">In the trash</span>
                      ) : (
                        <LocaleChips entry={entry.data} locales={project.locales} />
                      )}
                    </span>
                  </>
                )}
                {entry?.isPending && <Skeleton className="h-4 w-40" />}
                {entry?.isError && <span className="text-sm text-danger">{id} was not found</span>}
              </div>
            </SortableItem>
          );
        })}
      </SortableList>
      {!readOnly && (isMany || ids.length === 0) && (
        <Button size="sm" className={ids.length > 0 ? 'mt-2' : ''} onClick={() => setPicking(true)}>
          <Link2 aria-hidden /> Choose an entry
        </Button>
      )}
      <EntryPicker
        open={isPicking}
        onOpenChange={setPicking}
        collections={field.collections}
        exclude={ids}
        onPick={(id) => set([...ids, id])}
      />
    </Group>
  );
}

import type { CollectionDocument } from '@stele/schema';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { list as t } from '#messages/list';
import { shell } from '#messages/shell';
import { useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import type { listInput } from './list-input.ts';

interface ListHeadingProps {
  readonly collection: CollectionDocument | null;
  readonly collectionKey: string | null;
  readonly isTrash: boolean;
  /** The request of the list. */
  readonly input: ReturnType<typeof listInput>;
}

/** The subject of the list, how much there is, and how far each language is. */
export function ListHeading({ collection, collectionKey, isTrash, input }: ListHeadingProps) {
  const { project } = useProject();
  const { number, percent, language } = formats;
  const trpc = useTRPC();
  const counts = useQuery(
    trpc.entries.count.queryOptions(
      { projectId: project.id, include: 'locales' },
      { staleTime: 30_000, retry: false, enabled: !isTrash },
    ),
  );
  const { limit: _, sort: __, include: ___, ...filters } = input;
  const isFiltered = Boolean(
    filters.status ||
      filters.locale ||
      filters.search ||
      filters.filter ||
      filters.translation ||
      filters.state ||
      filters.assignee ||
      filters.created_by ||
      filters.updated_by ||
      filters.due_by,
  );
  const fitting = useQuery(
    trpc.entries.count.queryOptions(filters, {
      staleTime: 30_000,
      retry: false,
      enabled: isFiltered,
      placeholderData: keepPreviousData,
    }),
  );
  const found = fitting.data?.data.reduce((sum, one) => sum + one.total + one.trashed, 0);
  const own = (counts.data?.data ?? []).filter((one) => collectionKey === null || one.collection_key === collectionKey);
  const total = own.reduce((sum, one) => sum + one.total, 0);
  const title = isTrash ? shell.trash : (collection?.label ?? collectionKey ?? shell.allEntries);
  return (
    <div className="min-w-0 flex-1 basis-60">
      <h1 className="truncate text-2xl font-semibold tracking-tight">{title}</h1>
      {collection?.help && <p className="text-sm text-muted">{collection.help}</p>}
      {/* Keeps a line free until the number is there, so that the list stays in place. */}
      {isFiltered ? (
        <p className="min-h-4 text-xs text-muted" role="status">
          {found !== undefined && (isTrash ? t.count({ count: found }) : t.countOf({ count: number(found), total }))}
        </p>
      ) : (
        <p className="flex min-h-4 flex-wrap gap-x-3 text-xs text-muted">
          {counts.data && <span>{t.count({ count: total })}</span>}
          {total > 0 &&
            project.locales.length > 1 &&
            project.locales.map((locale) => {
              const live = own.reduce((sum, one) => sum + (one.locales?.[locale]?.live ?? 0), 0);
              return (
                <span key={locale}>{t.progress({ language: language(locale), share: percent(live / total) })}</span>
              );
            })}
        </p>
      )}
    </div>
  );
}

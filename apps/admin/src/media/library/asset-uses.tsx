import { common } from '#messages/common';
import { library as t } from '#messages/library';
import { useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Link } from '@/ui/link.tsx';
import { NextPage } from '@/ui/next-page.tsx';
import { Failed, Skeleton } from '@/ui/states.tsx';

/** The entries that use a file, with the fields and languages in which they do. */
export function AssetUses({ assetId }: { readonly assetId: string }) {
  const { project, schema } = useProject();
  const { language } = formats;
  const trpc = useTRPC();
  const { query, rows: users } = usePages(trpc.assets.usage, { projectId: project.id, assetId, limit: 20 });
  const { isPending, error, refetch } = query;
  if (isPending) return <Skeleton className="h-10" />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (users.length === 0) return <p className="text-sm text-muted">{t.noUses}</p>;
  return (
    <>
      <ul className="flex flex-col divide-y rounded-lg border bg-surface">
        {users.map(({ id, title, collection_key: key, uses }) => {
          const collection = schema?.collections.find((one) => one.key === key);
          const labelOf = (field: string): string =>
            collection?.fields.find((one) => one.key === field)?.label ?? field;
          return (
            <li key={id} className="px-3 py-2 text-sm">
              <span className="flex items-baseline gap-2">
                <Link
                  href={`/projects/${project.id}/entries/${id}`}
                  dir="auto"
                  className="min-w-0 truncate py-1 font-medium underline-offset-2 hover:underline"
                >
                  {title || common.untitled}
                </Link>
                <span className="shrink-0 text-xs text-muted">{collection?.label ?? key}</span>
              </span>
              <ul className="flex flex-col gap-1 text-xs text-muted">
                {uses.map(({ field, locale, live, draft }) => (
                  <li key={`${field} ${locale}`} className="flex items-center gap-1.5">
                    <span className="min-w-0 truncate">
                      {t.useOf({ field: labelOf(field), language: language(locale) })}
                    </span>
                    {live && <Badge tone="success">{common.live}</Badge>}
                    {draft && !live && <Badge>{t.draft}</Badge>}
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
      <NextPage query={query} variant="ghost" className="mt-1 w-full max-sm:h-11" label={common.loadMore} />
    </>
  );
}

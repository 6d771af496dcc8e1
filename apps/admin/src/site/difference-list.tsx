import type { CollectionDocument, Json } from '@stele/schema';
import { common } from '#messages/common';
import { site as t } from '#messages/site';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { useEntries } from '@/entry/use-entry.ts';
import ValueChange from '@/field-types/value-change.tsx';
import { directionOf } from '@/i18n/direction.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Link } from '@/ui/link.tsx';
import { NextPage } from '@/ui/next-page.tsx';
import { Failed, SkeletonRows } from '@/ui/states.tsx';

type Difference = Outputs['snapshots']['diff']['data'][number];

const TONES = { added: 'success', changed: 'warning', moved: 'info', removed: 'danger' } as const;

interface DifferenceListProps {
  /** Snapshot ids. */
  readonly from: string;
  readonly to: string;
  /** Only which entries, without their fields. */
  readonly brief?: boolean;
}

/** Differences between two versions of the site, entry by entry. */
export function DifferenceList({ from, to, brief = false }: DifferenceListProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const { query: diff, rows: list } = usePages(trpc.snapshots.diff, {
    projectId: project.id,
    snapshotId: from,
    otherId: to,
    limit: 30,
  });
  if (diff.error) return <Failed error={diff.error} onRetry={() => void diff.refetch()} />;
  if (diff.isPending) return <SkeletonRows count={3} />;
  if (list.length === 0) return <p className="text-sm text-muted">{t.same}</p>;
  return (
    <>
      <Differences list={list} brief={brief} />
      <NextPage query={diff} size="sm" className="mt-3" label={common.more} />
    </>
  );
}

function Differences({ list, brief }: { readonly list: readonly Difference[]; readonly brief: boolean }) {
  const { project, schema } = useProject();
  const { language } = formats;
  const ids = [...new Set(list.map((one) => one.entry_id))];
  const entries = useEntries(ids);
  return (
    <ul className="divide-y rounded-lg border bg-surface">
      {list.map((one) => {
        const entry = entries[ids.indexOf(one.entry_id)]?.data;
        const collection = schema?.collections.find(({ key }) => key === one.collection_key) ?? null;
        const titleField = one.fields.find(({ field }) => field === (collection?.title_field ?? 'title'));
        const title = entry?.title || String(titleField?.after ?? titleField?.before ?? one.entry_id);
        return (
          <li key={`${one.entry_id}:${one.locale}:${one.collection_key}`} className="px-4 py-3">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <Badge tone={TONES[one.change]}>{t.difference[one.change]}</Badge>
              {entry ? (
                <Link
                  href={`/projects/${project.id}/entries/${one.entry_id}`}
                  className="min-w-0 truncate font-medium underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
                >
                  {title}
                </Link>
              ) : (
                <span className="min-w-0 truncate font-medium">{title}</span>
              )}
              <span className="text-xs text-muted">
                {t.inLanguage({ collection: collection?.label ?? one.collection_key, language: language(one.locale) })}
              </span>
            </p>
            {!brief && one.change === 'changed' && <Fields difference={one} collection={collection} />}
            {!brief && (one.change === 'added' || one.change === 'removed') && one.fields.length > 0 && (
              <details className="mt-2">
                <summary className="cursor-pointer py-1 text-sm text-accent">{t.showFields}</summary>
                <Fields difference={one} collection={collection} />
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface FieldsProps {
  readonly difference: Difference;
  readonly collection: CollectionDocument | null;
}

/** Changes of the fields that differ, in the order of the schema. */
function Fields({ difference, collection }: FieldsProps) {
  const place = new Map(collection?.fields.map(({ key }, index) => [key, index]));
  const fields = [...difference.fields].sort((a, b) => (place.get(a.field) ?? 999) - (place.get(b.field) ?? 999));
  return (
    <dl lang={difference.locale} dir={directionOf(difference.locale)} className="mt-2 flex flex-col gap-2">
      {fields.map(({ field, before, after }) => {
        const shape = collection?.fields.find(({ key }) => key === field) ?? null;
        return (
          <div key={field} className="min-w-0">
            <dt className="mb-1 text-xs font-medium text-muted">{shape?.label ?? field}</dt>
            <dd>
              <ValueChange shape={shape} before={before as Json} after={after as Json} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

import type { ReactNode } from 'react';
import { common } from '#messages/common';
import { editor as t } from '#messages/editor';
import { entries as words } from '#messages/entries';
import type { Outputs } from '@/api/trpc.ts';
import { stageOf } from '@/entry/stage.ts';
import { useWasLive } from '@/entry/was-live.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Badge } from '@/ui/badge.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Link } from '@/ui/link.tsx';
import { TimeAgo } from '@/ui/time.tsx';

const ViewOnSite = lazyPart(async () => (await import('@/entry/page/view-on-site.tsx')).ViewOnSite);
const EntryOnSites = lazyPart(async () => (await import('@/delivery/entry-on-sites.tsx')).EntryOnSites);

interface EntryFactsProps {
  readonly entry: Outputs['entries']['get'];
  /** The language that is edited. */
  readonly locale: string;
}

/** Facts about an entry besides its values. */
export function EntryFacts({ entry, locale }: EntryFactsProps) {
  const { project, schema } = useProject();
  const collection = schema?.collections.find(({ key }) => key === entry.collection_key);
  const { number } = formats;
  const wasLive = useWasLive(entry);
  return (
    <aside aria-label={t.facts} className="flex flex-col gap-5 text-sm">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4 xl:grid-cols-1">
        <Fact name={words.status}>{stageOf(entry, collection?.workflow).label}</Fact>
        <Fact name={common.edited}>
          <ActorName actor={entry.updated_by} full />, <TimeAgo at={entry.updated_at} />
        </Fact>
        <Fact name={t.published}>
          {entry.published_at ? <TimeAgo at={entry.published_at} /> : (wasLive ?? t.notPublished)}
          {collection && entry.locales_status[locale] === 'published' && (
            // Elsewhere it's in the header.
            <ViewOnSite
              entry={entry}
              collection={collection}
              locale={locale}
              size="sm"
              className="mt-1 flex sm:hidden"
            />
          )}
        </Fact>
        <Fact name={common.created}>
          <ActorName actor={entry.created_by} full />, <TimeAgo at={entry.created_at} />
        </Fact>
        <Fact name={t.version}>{number(entry.version)}</Fact>
      </dl>
      {entry.published_at && <EntryOnSites entryId={entry.id} />}
      {entry.used_by.length > 0 && (
        <section>
          <h2 className="mb-1.5 text-xs font-medium text-muted">{t.usedBy}</h2>
          <ul className="flex flex-col gap-1.5">
            {entry.used_by.map((one) => (
              <li key={one.id} className="flex items-center gap-2">
                <Link href={`/projects/${project.id}/entries/${one.id}`} className="min-w-0 truncate hover:underline">
                  {one.title || common.untitled}
                </Link>
                {one.live && <Badge tone="success">{words.live}</Badge>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

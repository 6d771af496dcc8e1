import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { shell } from '#messages/shell';
import { start as t } from '#messages/start';
import { useTRPC } from '@/api/trpc.ts';
import { NewEntryButton } from '@/entries/new-entry-button.tsx';
import { mayCreate } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Page } from '@/ui/page.tsx';
import { QueryState } from '@/ui/states.tsx';
import { EntryLine } from './entry-line.tsx';
import { LineSection } from './line-section.tsx';
import { NewProject } from './new-project.tsx';
import { SiteLines } from './site-lines.tsx';
import { startInput } from './start-input.ts';
import { useSiteState } from './use-site-state.ts';

/** The tasks of a person in the project, the problems of its site, and the latest publishes. */
export function StartPage() {
  const open = useProject();
  const { project, schema } = open;
  const trpc = useTRPC();
  const [first, ...others] = (schema?.collections ?? []).filter(
    ({ key, singleton }) => !singleton && mayCreate(open, key),
  );
  const [isWhole, setWhole] = useState(false);
  const start = useQuery(
    trpc.start.get.queryOptions(startInput(project.id, isWhole), { placeholderData: keepPreviousData }),
  );
  // Asked for later, since it takes longer: what waits for a person is there at once.
  const site = useSiteState(start.data !== undefined);
  const lists =
    start.data &&
    ([
      ['to_review', t.toReview],
      ['assigned', t.assigned],
      ['drafts', t.drafts],
    ] as const);
  const waiting = (lists ?? []).filter(([key]) => (start.data?.[key].count ?? 0) > 0);
  const live = start.data?.live.entries ?? [];
  const isQuiet = waiting.length === 0 && site.isKnown && site.outdated.length + site.problems.length === 0;
  const more = (list: NonNullable<typeof start.data>['live']) =>
    list.count > list.entries.length &&
    !isWhole && (
      <Button
        label={t.all({ count: list.count })}
        variant="ghost"
        className="max-sm:h-11"
        onClick={() => setWhole(true)}
      />
    );
  return (
    <Page
      title={shell.startPage}
      action={first && <NewEntryButton collection={others.length === 0 ? first.key : null} />}
    >
      <QueryState query={start} />
      {start.data && waiting.length === 0 && live.length === 0 && <NewProject />}
      {start.data &&
        waiting.map(([key, title]) => {
          const list = start.data[key];
          return (
            <LineSection key={key} title={title} count={list.count} after={more(list)}>
              {list.entries.map((line) => (
                <EntryLine key={line.id} line={line} />
              ))}
            </LineSection>
          );
        })}
      {site.outdated.length > 0 && (
        <LineSection title={t.outdated}>
          <SiteLines lines={site.outdated} />
        </LineSection>
      )}
      {site.problems.length > 0 && (
        <LineSection title={t.problems}>
          <SiteLines lines={site.problems} />
        </LineSection>
      )}
      {isQuiet && live.length > 0 && (
        <p
          className="mb-8 flex items-center gap-2 rounded-lg border bg-surface px-4 py-3 text-sm text-muted"
          role="status"
        >
          <CircleCheck className="size-4 shrink-0 text-success" aria-hidden />
          {t.nothing}
        </p>
      )}
      {live.length > 0 && start.data && (
        <LineSection title={t.live} after={more(start.data.live)}>
          {live.map((line) => (
            <EntryLine key={line.id} line={line} />
          ))}
        </LineSection>
      )}
    </Page>
  );
}

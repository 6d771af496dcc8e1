import { common } from '#messages/common';
import { machine as t } from '#messages/machine';
import { useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Button } from '@/ui/button.tsx';
import { NextPage } from '@/ui/next-page.tsx';
import { Section } from '@/ui/page.tsx';
import { QueryState } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { followRun } from './followed-run.ts';

const PAGE_SIZE = 10;
/** Others start and undo runs, too. */
const ASK_EVERY_MS = 10_000;

/** The runs of a project, newest first, each with the way to its strip; nothing while there's none. */
export function RunList() {
  const { project } = useProject();
  const { language, ago } = formats;
  const { query: runs, rows: all } = usePages(
    useTRPC().translationRuns.list,
    { projectId: project.id, limit: PAGE_SIZE },
    { refetchInterval: ASK_EVERY_MS },
  );
  if (runs.data && all.length === 0) return null;
  return (
    <div className="mt-8">
      <Section title={t.runs}>
        <QueryState query={runs} rows={2} />
        <ul className="divide-y rounded-lg border bg-surface">
          {all.map(({ id, locale, state, actor, created_at: startedAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
              <p className="min-w-0 flex-1 basis-48 text-sm">
                <span className="font-medium">{language(locale)}</span> · {t.runStates[state]}
                <span className="block text-xs text-muted">
                  <ActorName actor={actor} />, <TimeAgo at={startedAt} />
                </span>
              </p>
              <Button
                label={t.showRun}
                aria-label={t.showRunIn({ language: language(locale), person: actor.name, ago: ago(startedAt) })}
                size="sm"
                className="max-sm:h-11"
                onClick={() => {
                  followRun(project.id, id);
                  window.scrollTo({ top: 0 });
                }}
              />
            </li>
          ))}
        </ul>
        <NextPage query={runs} label={common.loadMore} variant="ghost" className="mt-3 w-full" />
      </Section>
    </div>
  );
}

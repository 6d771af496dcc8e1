import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { common } from '#messages/common';
import { machine as t } from '#messages/machine';
import { errorText } from '@/api/error-texts.ts';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { useAction } from '@/ui/use-action.ts';
import { followRun } from './followed-run.ts';
import { RunReport } from './run-report.tsx';

const ASK_EVERY_MS = 1_500;

type Run = Outputs['translationRuns']['get'];

const isUnderWay = ({ state }: Run): boolean => state === 'running' || state === 'undoing';

/** How far a run of translations is, above every screen, and what can be done once it's over. */
export default function RunStrip({ runId }: { readonly runId: string }) {
  const { project, user, may } = useProject();
  const { language } = formats;
  const trpc = useTRPC();
  const cache = useQueryClient();
  const invalidate = useInvalidate();
  const [isOpen, setOpen] = useState(false);
  const target = { projectId: project.id, runId };
  const { data: run, error } = useQuery(
    trpc.translationRuns.get.queryOptions(target, {
      // Others may undo it, too.
      refetchInterval: ({ state: { data } }) => data && (isUnderWay(data) ? ASK_EVERY_MS : 10 * ASK_EVERY_MS),
    }),
  );
  const take = (next: Run) => cache.setQueryData(trpc.translationRuns.get.queryKey(target), next);
  const cancel = useAction(trpc.translationRuns.cancel, common.notDone, take);
  const undo = useAction(trpc.translationRuns.undo, common.notDone, take);
  const close = (): void => followRun(project.id, null);
  const isGone = error !== null && errorOf(error).status === 404;
  useEffect(() => {
    if (isGone) followRun(project.id, null);
  }, [isGone, project.id]);
  const state = run?.state;
  useEffect(() => {
    if (state) void invalidate(trpc.translationRuns.list);
  }, [state, invalidate, trpc]);
  // Lists and editors show what was saved, once it's over.
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (!run) return;
    if (wasUnderWay.current && !isUnderWay(run)) void invalidate(trpc.entries);
    wasUnderWay.current = isUnderWay(run);
  }, [run, invalidate, trpc]);
  if (!run) return null;
  const mayChange = (run.actor.type === 'user' && run.actor.id === user.id) || may('project.update');
  const { waiting, translated, partly, unchanged, failed, undone, kept } = run.counts;
  const done = translated + partly;
  const all = done + unchanged + failed + undone + kept + waiting;
  const left = partly + unchanged + failed + kept;
  const said = {
    cancelled: t.cancelled({ count: done, waiting }),
    running: t.running({ language: language(run.locale), done: all - waiting, total: all }),
    undoing: t.undoing({ done: undone + kept, total: undone + kept + done }),
    undone: t.undone({ count: undone, kept }),
  }[run.state as string];
  return (
    <section
      aria-label={t.translate}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-info-soft px-4 py-1.5 text-sm"
    >
      <p role="status" className="min-w-0 flex-1 basis-48">
        {said ?? t.manyDone({ count: done })} {run.error && errorText(run.error)}
        {!mayChange && (run.state === 'running' || (!isUnderWay(run) && done > 0)) && (
          <span className="block text-xs">{t.notYours({ person: run.actor.name })}</span>
        )}
      </p>
      {!isUnderWay(run) && done > 0 && (
        <Link
          href={`/projects/${project.id}/entries?translation=${run.locale}:unchecked`}
          className="font-medium underline underline-offset-2 max-sm:py-2"
        >
          {t.checkThem}
        </Link>
      )}
      {!isUnderWay(run) && left > 0 && (
        <Button
          label={t.manyLeft({ count: left })}
          size="sm"
          variant="ghost"
          className="max-sm:h-11"
          onClick={() => setOpen(true)}
        />
      )}
      {mayChange && run.state === 'running' && (
        <Button
          label={t.stop}
          size="sm"
          className="max-sm:h-11"
          busy={cancel.isPending}
          onClick={() => cancel.mutate(target)}
        />
      )}
      {mayChange && !isUnderWay(run) && done > 0 && (
        <Button
          label={common.undo}
          size="sm"
          className="max-sm:h-11"
          busy={undo.isPending}
          onClick={() => undo.mutate(target)}
        />
      )}
      <IconButton icon={X} label={common.close} size="icon" className="max-sm:size-11" onClick={close} />
      {isOpen && <RunReport run={run} left={left} onClose={() => setOpen(false)} />}
    </section>
  );
}

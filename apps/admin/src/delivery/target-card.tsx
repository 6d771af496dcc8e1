import { ExternalLink, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { delivery as t } from '#messages/delivery';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { MenuItem, MenuSeparator, MoreMenu } from '@/ui/menu.tsx';
import { adviceFor, type DeployTarget, stageOfDeployment } from './live-stage.ts';
import { StageBadge } from './stage-badge.tsx';
import { useTargetActions } from './use-target-actions.ts';

const TargetDialog = lazyPart(async () => (await import('./target-dialog.tsx')).TargetDialog);

/** A deploy target: its address, the state of its last deployment, and what an owner can do with it. */
export function TargetCard({ target }: { readonly target: DeployTarget }) {
  const { may } = useProject();
  const { number, ago } = formats;
  const [asking, setAsking] = useState<'test' | 'pause' | 'delete' | 'edit' | null>(null);
  const actions = useTargetActions(target);
  const { name, kind, last_deployment: last, config, site_url: siteUrl } = target;
  const isPaused = target.status === 'paused';
  const hasFailed = target.consecutive_failures >= 5;
  const advice = last && adviceFor(last);
  const place = kind === 'github' ? `${config.owner}/${config.repository}` : String(config.hook_url ?? '');
  const close = (): void => setAsking(null);
  const question = (
    title: string,
    consequence: string,
    action: string,
    run: () => Promise<void>,
    tone: 'primary' | 'danger',
  ) => ({
    title,
    consequence,
    action,
    tone,
    onConfirm: () => {
      close();
      void run();
    },
  });
  const questions = {
    test: question(t.testTitle({ name }), t.testLead, t.testAction, actions.test, 'primary'),
    pause: question(t.pauseTitle({ name }), t.pauseLead, t.pause, actions.pause, 'primary'),
    delete: question(common.deleteTitle({ name }), t.deleteLead, common.delete, actions.remove, 'danger'),
  };
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <Badge>{t.kinds[kind]}</Badge>
          {isPaused && (
            <Badge tone="warning">
              <Pause aria-hidden />
              {hasFailed ? t.pausedFailing({ count: number(target.consecutive_failures) }) : t.stages.paused}
            </Badge>
          )}
          {last && !isPaused && <StageBadge stage={stageOfDeployment(last)} />}
        </h3>
        <p className="text-xs wrap-anywhere text-muted">{place}</p>
        {siteUrl && (
          <a
            href={siteUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex max-w-full items-center gap-1 py-1 text-xs text-accent underline"
          >
            <span className="truncate">{siteUrl}</span> <ExternalLink className="size-3 shrink-0" aria-hidden />
          </a>
        )}
        <p className="text-xs text-muted" suppressHydrationWarning>
          {last ? t.lastSent({ when: ago(last.created_at) }) : t.neverSent}
        </p>
        {isPaused && hasFailed && <p className="mt-1 text-sm">{t.advice.resume}</p>}
        {advice && (
          <p className="mt-1 text-sm">
            <span className="font-medium">{t.whatToDo}:</span> {t.advice[advice]}
          </p>
        )}
      </div>
      {may('deploy.manage') && (
        <div className="flex gap-1.5">
          {isPaused ? (
            <Button
              icon={Play}
              label={t.resume}
              size="sm"
              variant="primary"
              className="max-sm:h-11"
              busy={actions.isBusy}
              onClick={() => void actions.resume()}
            />
          ) : (
            <Button
              icon={Send}
              label={t.test}
              size="sm"
              className="max-sm:h-11"
              aria-label={t.testOf({ name })}
              busy={actions.isTesting}
              onClick={() => setAsking('test')}
            />
          )}
          <MoreMenu label={t.moreOf({ name })}>
            <MenuItem icon={Pencil} label={common.edit} onSelect={() => setAsking('edit')} />
            {isPaused ? (
              <MenuItem icon={Send} label={t.test} onSelect={() => setAsking('test')} />
            ) : (
              <MenuItem icon={Pause} label={t.pause} onSelect={() => setAsking('pause')} />
            )}
            <MenuSeparator />
            <MenuItem icon={Trash2} label={common.delete} danger onSelect={() => setAsking('delete')} />
          </MoreMenu>
        </div>
      )}
      {asking === 'edit' && <TargetDialog target={target} onClose={close} />}
      {asking !== null && asking !== 'edit' && <ConfirmDialog {...questions[asking]} onClose={close} />}
    </li>
  );
}

import { Check } from 'lucide-react';
import { delivery as t } from '#messages/delivery';
import { formats } from '@/i18n/language.ts';
import { cn } from '@/ui/cn.ts';
import { adviceFor, type LiveFacts, stageOf } from './live-stage.ts';
import { StageBadge } from './stage-badge.tsx';

interface LiveProgressProps {
  readonly name: string;
  readonly facts: LiveFacts;
  /** Whether the target names an address to look at. */
  readonly canBeSeen: boolean;
  /** Why the last check of the website failed; null when it didn't. */
  readonly unseen: string | null;
  /** Leaves the steps out, to save space. */
  readonly compact?: boolean;
}

/** How far a change has come at one target: its state, the four steps, and their meaning. */
export function LiveProgress({ name, facts, canBeSeen, unseen, compact = false }: LiveProgressProps) {
  const { ago } = formats;
  const stage = stageOf(facts);
  const steps = [
    ['published', true],
    ['triggered', facts.triggered !== null || facts.built !== null || facts.seen !== null],
    ['built', facts.built !== null || facts.seen !== null],
    ['seen', facts.seen !== null],
  ] as const;
  const advice = facts.deployment && adviceFor(facts.deployment);
  const error = facts.deployment?.build?.error ?? (advice && facts.deployment?.attempts.at(-1)?.error);
  const retryAt = facts.deployment?.attempts.length ? facts.deployment.due_at : null;
  const help =
    stage === 'seen'
      ? t.stageHelp.seen({ when: ago(facts.seen ?? '') })
      : stage === 'waiting' && retryAt
        ? t.stageHelp.retrying({ when: ago(retryAt) })
        : stage === 'built' && !canBeSeen
          ? t.stageHelp.builtBlind
          : stage === 'triggered' && !canBeSeen
            ? t.stageHelp.triggeredBlind
            : t.stageHelp[stage];
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <StageBadge stage={stage} />
      </p>
      {!compact && (
        <ol className="mt-2 flex max-w-md" aria-label={t.isItLive}>
          {steps.map(([step, isDone]) => (
            <li key={step} className="min-w-0 flex-1">
              <div className={cn('me-1 h-1 rounded-full', isDone ? 'bg-success' : 'bg-border')} />
              <p className={cn('mt-1 flex items-center gap-1 text-xs', isDone ? 'text-success' : 'text-muted')}>
                {isDone && <Check className="size-3 shrink-0 max-sm:hidden" aria-hidden />}
                <span className="truncate">{t.steps[step]}</span>
                <span className="sr-only">, {isDone ? t.done : t.notDone}</span>
              </p>
            </li>
          ))}
        </ol>
      )}
      <p className="mt-1 text-xs text-muted" suppressHydrationWarning>
        {help}
      </p>
      {error && <p className="mt-1 text-xs wrap-anywhere text-danger">{error}</p>}
      {advice && <p className="mt-1 text-xs">{t.advice[advice]}</p>}
      {stage !== 'seen' && facts.triggered !== null && unseen && (
        <p className="mt-1 text-xs wrap-anywhere text-muted">
          {t.siteUnseen}: {unseen}
        </p>
      )}
    </div>
  );
}

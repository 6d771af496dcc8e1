import { ChevronDown, ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import { useDeliveryWords } from '@/i18n/delivery-words.ts';
import { useFormats } from '@/i18n/language-context.ts';
import { cn } from '@/ui/cn.ts';
import { TimeAgo } from '@/ui/time.tsx';
import { adviceFor, type Deployment, stageOfDeployment } from './live-stage.ts';
import { StageBadge } from './stage-badge.tsx';

interface DeploymentRowProps {
  readonly deployment: Deployment;
  readonly targetName: string;
  /** What was done to the site, in sentences; empty when it isn't known any more. */
  readonly startedBy: readonly string[];
}

/** A deployment: what started it, where it goes, how it stands, and what to do when it failed. */
export function DeploymentRow({ deployment, targetName, startedBy }: DeploymentRowProps) {
  const t = useDeliveryWords();
  const { moment } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { attempts, build } = deployment;
  const reason = t.reasons[deployment.reason];
  const isOfChange = deployment.reason !== 'test' && deployment.reason !== 'resume';
  const lines = isOfChange && startedBy.length > 0 ? startedBy : [reason];
  const stage = stageOfDeployment(deployment);
  const advice = adviceFor(deployment);
  const error = build?.error ?? (advice ? attempts.at(-1)?.error : null);
  return (
    <li>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-60">
          {lines.map((line) => (
            <p key={line} className="font-medium wrap-anywhere">
              {line}
            </p>
          ))}
          <p className="text-xs wrap-anywhere text-muted">
            {targetName} · <TimeAgo at={deployment.created_at} />
          </p>
          {error && <p className="mt-1 text-sm wrap-anywhere text-danger">{error}</p>}
          {advice && (
            <p className="mt-1 text-sm">
              <span className="font-medium">{t.whatToDo}:</span> {t.advice[advice]}
            </p>
          )}
          {build?.url && (
            <a
              href={build.url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1 py-1 text-sm text-accent underline"
            >
              {t.log} <ExternalLink className="size-3.5" aria-hidden />
            </a>
          )}
        </div>
        <div className="flex items-center gap-1">
          <StageBadge stage={stage} />
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={t.details(`${lines[0]}, ${targetName}`)}
            onClick={() => setOpen(!isOpen)}
            className="flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover max-sm:size-11"
          >
            <ChevronDown className={cn('size-4', isOpen && 'rotate-180')} aria-hidden />
          </button>
        </div>
      </div>
      <div id={id} hidden={!isOpen} className="border-t bg-sunken px-4 py-3 text-xs">
        {isOpen && (
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
            {(
              [
                [t.facts.started, reason],
                [t.facts.version, deployment.snapshot_id],
                [t.facts.published, deployment.published_at && moment(deployment.published_at)],
                [t.facts.sent, deployment.triggered_at && moment(deployment.triggered_at)],
                [t.facts.built, deployment.built_at && moment(deployment.built_at)],
                [t.facts.seen, deployment.seen_at && moment(deployment.seen_at)],
              ] as const
            ).map(
              ([label, value]) =>
                value && (
                  <div key={label} className="contents">
                    <dt className="text-muted">{label}</dt>
                    <dd className="break-all">{value}</dd>
                  </div>
                ),
            )}
            {attempts.length > 0 && <dt className="text-muted">{t.facts.attempts}</dt>}
            {attempts.length > 0 && (
              <dd>
                <ol>
                  {attempts.map((attempt) => (
                    <li key={attempt.at} className="wrap-anywhere">
                      {moment(attempt.at)}:{' '}
                      {t.attempt(String(attempt.status ?? t.noAnswer), String(attempt.duration_ms))}
                      {attempt.error && `. ${attempt.error}`}
                    </li>
                  ))}
                </ol>
              </dd>
            )}
          </dl>
        )}
      </div>
    </li>
  );
}

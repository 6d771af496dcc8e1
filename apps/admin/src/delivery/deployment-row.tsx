import { ExternalLink } from 'lucide-react';
import { common } from '#messages/common';
import { delivery as t } from '#messages/delivery';
import { formats } from '@/i18n/language.ts';
import { TimeAgo } from '@/ui/time.tsx';
import { Facts, useDetails } from '@/ui/use-details.tsx';
import { adviceFor, type Deployment, stageOfDeployment } from './live-stage.ts';
import { StageBadge } from './stage-badge.tsx';

interface DeploymentRowProps {
  readonly deployment: Deployment;
  readonly targetName: string;
  /** Sentences about the changes that started the deployment; empty when they're no longer known. */
  readonly startedBy: readonly string[];
}

/** A deployment: its cause, target and state, and advice when it failed. */
export function DeploymentRow({ deployment, targetName, startedBy }: DeploymentRowProps) {
  const { moment } = formats;
  const { attempts, build } = deployment;
  const reason = t.reasons[deployment.reason];
  const isOfChange = deployment.reason !== 'test' && deployment.reason !== 'resume';
  const lines = isOfChange && startedBy.length > 0 ? startedBy : [reason];
  const { button, details } = useDetails(common.detailsOf({ what: `${lines[0]}, ${targetName}` }));
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
          {button}
        </div>
      </div>
      {details(() => (
        <Facts
          facts={[
            [t.facts.started, reason],
            [t.facts.version, deployment.snapshot_id],
            [t.facts.published, deployment.published_at && moment(deployment.published_at)],
            [t.facts.sent, deployment.triggered_at && moment(deployment.triggered_at)],
            [t.facts.built, deployment.built_at && moment(deployment.built_at)],
            [t.facts.seen, deployment.seen_at && moment(deployment.seen_at)],
            [t.facts.attempts, attempts.length > 0 && <Attempts attempts={attempts} />],
          ]}
        />
      ))}
    </li>
  );
}

function Attempts({ attempts }: Pick<Deployment, 'attempts'>) {
  const { moment } = formats;
  return (
    <ol>
      {attempts.map((attempt) => (
        <li key={attempt.at} className="wrap-anywhere">
          {moment(attempt.at)}:{' '}
          {t.attempt({ status: String(attempt.status ?? common.noAnswer), ms: String(attempt.duration_ms) })}
          {attempt.error && `. ${attempt.error}`}
        </li>
      ))}
    </ol>
  );
}

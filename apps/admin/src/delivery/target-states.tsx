import { useQuery } from '@tanstack/react-query';
import { delivery as t } from '#messages/delivery';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import { Link } from '@/ui/link.tsx';
import { LiveProgress } from './live-progress.tsx';
import { factsOf } from './live-stage.ts';

interface TargetStatesProps {
  /** Number of the change that is asked about: the one that is live. */
  readonly sequence: number;
  readonly className?: string;
}

/** Whether each website shows the live version. Nothing at all while there's no deploy target. */
export function TargetStates({ sequence, className }: TargetStatesProps) {
  const { project, may } = useProject();
  const trpc = useTRPC();
  const targets = useQuery(trpc.targets.list.queryOptions({ projectId: project.id }));
  if (!targets.data) return null;
  const list = targets.data.data;
  const href = `/projects/${project.id}/site/deployments`;
  return (
    <section aria-label={t.isItLive} className={cn('px-4 py-3', className)}>
      <h2 className="mb-2 text-sm font-semibold">{t.isItLive}</h2>
      {list.length === 0 ? (
        <p className="text-sm text-muted">
          {may('deploy.manage') ? t.noTargetsHelp : t.noTargetsViewer}{' '}
          {may('deploy.manage') && (
            <Link href={href} className="text-accent underline">
              {t.add}
            </Link>
          )}
        </p>
      ) : (
        <ul className="flex flex-col gap-4">
          {list.map((target) => (
            <li key={target.id}>
              <LiveProgress
                name={target.name}
                facts={factsOf(target, sequence)}
                canBeSeen={target.site_url !== null}
                unseen={target.site_check?.error ?? null}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

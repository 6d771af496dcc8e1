import { useQuery } from '@tanstack/react-query';
import { delivery as t } from '#messages/delivery';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { LiveProgress } from './live-progress.tsx';

/** Whether websites show an entry as it was last published. Nothing at all while there's no deploy target. */
export function EntryOnSites({ entryId }: { readonly entryId: string }) {
  const { project } = useProject();
  const trpc = useTRPC();
  const live = useQuery(
    trpc.deployments.followEntry.queryOptions({ projectId: project.id, entryId }, { retry: false, staleTime: 5_000 }),
  );
  if (!live.data?.published || live.data.targets.length === 0) return null;
  return (
    <section aria-label={t.isItLiveEntry}>
      <h2 className="mb-1.5 text-xs font-medium text-muted">{t.isItLiveEntry}</h2>
      <ul className="flex flex-col gap-3">
        {live.data.targets.map((target) => (
          <li key={target.target_id}>
            <LiveProgress
              compact
              name={target.name}
              facts={{
                status: target.status,
                triggered: target.triggered?.at ?? null,
                built: target.built?.at ?? null,
                seen: target.seen?.at ?? null,
                deployment: target.deployment,
              }}
              canBeSeen={target.can_be_seen}
              unseen={target.site_check?.error ?? null}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { library as t } from '#messages/library';
import { useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';

/** From this share on, the bar warns that storage is almost full. */
const ALMOST = 0.9;

/** How much storage the project's files take, and its limit. */
export function QuotaBar() {
  const { bytes } = formats;
  const { project } = useProject();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.storage.get.queryOptions({ projectId: project.id }, { staleTime: 30_000 }));
  if (!data) return null;
  const used = data.used_bytes + data.served_bytes + data.reserved_bytes;
  const limit = data.limit_bytes;
  if (limit === null) return <p className="text-xs text-muted">{t.usedBytes({ used: bytes(used) })}</p>;
  const share = limit === 0 ? 1 : Math.min(used / limit, 1);
  const isAlmost = share >= ALMOST;
  return (
    <div className="w-44 text-xs text-muted">
      <p className={cn(isAlmost && 'text-danger')}>
        {t.usedOf({ used: bytes(used), limit: bytes(limit) })}
        {isAlmost && ` · ${t.almostFull}`}
      </p>
      <meter
        aria-label={t.quota}
        min={0}
        max={1}
        value={share}
        high={ALMOST}
        optimum={0}
        className="mt-1 block h-2 w-full"
      />
    </div>
  );
}

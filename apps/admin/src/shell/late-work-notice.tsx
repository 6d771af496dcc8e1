import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { shell as t } from '#messages/shell';
import { useTRPC } from '@/api/trpc.ts';
import { useQuiet } from './use-quiet.ts';

const ASK_EVERY_MS = 60_000;

/** Says, above every screen, that background work waits: that explains why files, websites and messages do. */
export function LateWorkNotice() {
  const trpc = useTRPC();
  const [isWatching, setWatching] = useState(false);
  useQuiet(useCallback(() => setWatching(true), []));
  const options = { enabled: isWatching, refetchInterval: ASK_EVERY_MS };
  const { data } = useQuery(trpc.instance.status.queryOptions({}, options));
  if (!isWatching || !data?.background_work_late) return null;
  return (
    <p role="status" className="border-b bg-warning-soft px-4 py-1.5 text-sm text-warning">
      {t.lateWork}
    </p>
  );
}

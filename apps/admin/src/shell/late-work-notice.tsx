import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useQuiet } from './use-quiet.ts';

const ASK_EVERY_MS = 60_000;

/** Says, above every screen, that background work waits: that explains why files, websites and messages do. */
export function LateWorkNotice() {
  const trpc = useTRPC();
  const { shell: t } = useMessages();
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor } from 'lucide-react';
import { account as t } from '#messages/account';
import { gate } from '#messages/gate';
import { askAuth } from '@/api/session.ts';
import { browserName } from '@/sign-in/browser-name.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Section } from '@/ui/page.tsx';
import { QueryState } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { tell } from '@/ui/toast.tsx';
import { type Own, readOwn, SESSIONS_KEY } from './sessions-query.ts';

/** Where one is signed in, and the way to end it there. */
export function SessionsSection() {
  const queryClient = useQueryClient();
  const sessions = useQuery({ queryKey: SESSIONS_KEY, queryFn: () => readOwn(askAuth('sessions')) });
  const end = useMutation({
    mutationFn: (id: string | null) =>
      id === null ? askAuth('sessions/end-others', {}) : askAuth('sessions/end', { id }),
    onSuccess: async (answer, id) => {
      tell(answer.ok ? (id === null ? t.othersEnded : t.ended) : failureText(answer.failure, gate));
      await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
    },
  });
  const nameOf = ({ user_agent: agent }: Own<'sessions'>): string => {
    const { browser, system } = browserName(agent);
    return browser && system ? t.onSystem({ browser, system }) : (browser ?? system ?? t.unknownBrowser);
  };
  const hasOthers = (sessions.data ?? []).some(({ current }) => !current);
  return (
    <Section
      title={t.sessions}
      lead={t.sessionsLead}
      action={hasOthers && <Button label={t.endOthers} busy={end.isPending} onClick={() => end.mutate(null)} />}
    >
      <QueryState query={sessions} rows={2} />
      <ul className="divide-y rounded-lg border bg-surface">
        {sessions.data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <Monitor className="size-4 shrink-0 text-muted" aria-hidden />
            <div className="min-w-0 flex-1 basis-40">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {nameOf(session)} {session.current && <Badge tone="success">{t.thisOne}</Badge>}
              </p>
              <p className="text-xs text-muted">
                {session.ip_address ?? t.unknownPlace} · {t.signedIn} <TimeAgo at={session.created_at} />
              </p>
            </div>
            {!session.current && (
              <Button
                label={t.end}
                size="sm"
                className="max-sm:h-11"
                aria-label={t.endOne({ what: nameOf(session) })}
                onClick={() => end.mutate(session.id)}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

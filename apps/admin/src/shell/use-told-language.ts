import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askAuth, type SessionUser } from '@/api/session.ts';
import { sessionQuery } from '@/api/use-session.ts';
import { useLanguage } from '@/i18n/language-context.ts';

/** Has the server know which language someone's admin speaks, for the mails to them. */
export function useToldLanguage(user: SessionUser | null): void {
  const language = useLanguage();
  const queryClient = useQueryClient();
  const known = user?.language;
  const isNews = user !== null && known !== language;
  useEffect(() => {
    if (!isNews) return;
    void askAuth('update-user', { language }).then(({ ok }) => {
      if (ok) queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, language });
    });
  }, [isNews, language, queryClient]);
}

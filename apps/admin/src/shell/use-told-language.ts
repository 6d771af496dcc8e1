import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askAuth, type SessionUser } from '@/api/session.ts';
import { sessionQuery } from '@/api/use-session.ts';
import { language } from '@/i18n/language.ts';

/** Has the server know which language someone's admin speaks, for the mails to them. */
export function useToldLanguage(user: SessionUser | null): void {
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

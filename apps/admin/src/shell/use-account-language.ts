import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askAuth, type SessionUser } from '@/api/session.ts';
import { sessionQuery } from '@/api/use-session.ts';
import { language as spoken } from '@/i18n/language.ts';
import { mailLanguageOf } from '@/i18n/languages.ts';

const language = mailLanguageOf(spoken);

/** Has the server know the language of mails to someone, by the one that their admin speaks. */
export function useAccountLanguage(user: SessionUser | null): void {
  const queryClient = useQueryClient();
  const known = user?.language;
  const isNews = user !== null && known !== language;
  useEffect(() => {
    if (!isNews) return;
    void askAuth('update-user', { language }).then(({ ok }) => {
      if (ok) queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, language });
    });
  }, [isNews, queryClient]);
}

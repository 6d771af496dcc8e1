import { entries as t } from '#messages/entries';
import type { Outputs } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';

/** Says where an entry in the trash was live until it was deleted; null when it wasn't. */
export function useWasLive({
  was_live_in: locales,
}: Pick<Outputs['entries']['list']['data'][number], 'was_live_in'>): string | null {
  const { project } = useProject();
  const { language, list } = formats;
  if (locales.length === 0) return null;
  return project.locales.length > 1 ? t.wasLiveIn({ languages: list(locales.map(language)) }) : t.wasLive;
}

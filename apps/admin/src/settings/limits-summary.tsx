import type { Outputs } from '@/api/trpc.ts';
import { useFormats } from '@/i18n/language-context.ts';
import { useSettingsWords } from '@/i18n/settings-words.ts';
import { useProject } from '@/project/project-context.tsx';

type Limits = Outputs['projects']['get']['limits'];

/** What someone's role is limited to; nothing if it isn't. */
export function LimitsSummary({ limits: { collections, locales, reads } }: { readonly limits: Limits }) {
  const { schema } = useProject();
  const t = useSettingsWords();
  const { language, list } = useFormats();
  const labels = (keys: readonly string[]): string[] =>
    keys.map((key) => schema?.collections.find((one) => one.key === key)?.label ?? key);
  const changes = [...labels(collections ?? []), ...(locales ?? []).map(language)];
  const parts = [
    ...(changes.length > 0 ? [t.limitedTo(list(changes))] : []),
    ...(reads ? [t.readsOnly(list(labels(reads)))] : []),
  ];
  return parts.length === 0 ? null : <p className="text-xs text-muted">{parts.join(' · ')}</p>;
}

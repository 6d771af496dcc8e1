import { settings as t } from '#messages/settings';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import type { Limits } from './limits-fields.tsx';

/** The limits of someone's role; nothing without limits. */
export function LimitsSummary({ limits: { collections, locales, reads } }: { readonly limits: Limits }) {
  const { schema } = useProject();
  const { language, list } = formats;
  const labels = (keys: readonly string[]): string[] =>
    keys.map((key) => schema?.collections.find((one) => one.key === key)?.label ?? key);
  const changes = [...labels(collections ?? []), ...(locales ?? []).map(language)];
  const changesNothing = collections?.length === 0 || locales?.length === 0;
  const parts = [
    changesNothing ? t.changesNothing : changes.length > 0 && t.limitedTo({ what: list(changes) }),
    reads?.length === 0 ? t.readsNothing : reads && t.readsOnly({ what: list(labels(reads)) }),
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? null : <p className="text-xs text-muted">{parts.join(' · ')}</p>;
}

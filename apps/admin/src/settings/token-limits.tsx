import type { Outputs } from '@/api/trpc.ts';
import { useFormats } from '@/i18n/language-context.ts';
import { useSettingsWords } from '@/i18n/settings-words.ts';
import { useProject } from '@/project/project-context.tsx';

interface TokenLimitsProps {
  readonly token: Pick<Outputs['tokens']['list']['data'][number], 'collections' | 'allowed_addresses'>;
}

/** The limits of a token; nothing without limits. */
export function TokenLimits({ token: { collections, allowed_addresses: addresses } }: TokenLimitsProps) {
  const { schema } = useProject();
  const t = useSettingsWords();
  const { list } = useFormats();
  const labels = collections?.map((key) => schema?.collections.find((one) => one.key === key)?.label ?? key);
  const parts = [labels && t.onlyCollections(list(labels)), addresses && t.onlyFrom(list(addresses))];
  const said = parts.filter((part) => typeof part === 'string');
  return said.length === 0 ? null : <p className="text-xs text-muted">{said.join(' · ')}</p>;
}

import { settings as t } from '#messages/settings';
import type { Outputs } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';

interface TokenLimitsProps {
  readonly token: Pick<Outputs['tokens']['list']['data'][number], 'collections' | 'allowed_addresses'>;
}

/** The limits of a token; nothing without limits. */
export function TokenLimits({ token: { collections, allowed_addresses: addresses } }: TokenLimitsProps) {
  const { schema } = useProject();
  const { list } = formats;
  const labels = collections?.map((key) => schema?.collections.find((one) => one.key === key)?.label ?? key);
  const parts = [
    labels && t.onlyCollections({ what: list(labels) }),
    addresses && t.onlyFrom({ what: list(addresses) }),
  ];
  const said = parts.filter((part) => typeof part === 'string');
  return said.length === 0 ? null : <p className="text-xs text-muted">{said.join(' · ')}</p>;
}

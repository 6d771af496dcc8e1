import type { CollectionDocument, FieldValues } from '@stele/schema';
import { ExternalLink } from 'lucide-react';
import { page as t } from '#messages/page';
import type { Outputs } from '@/api/trpc.ts';
import type { ButtonProps } from '@/ui/button.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { usePageUrl } from './use-page-url.ts';

interface ViewOnSiteProps extends Pick<ButtonProps, 'variant' | 'size' | 'className'> {
  /** With its published values. */
  readonly entry: Outputs['entries']['get'];
  readonly collection: CollectionDocument;
  readonly locale: string;
}

/** Leads to the page of an entry on the public website, in a language in which it's live. */
export function ViewOnSite({ entry, collection, locale, ...look }: ViewOnSiteProps) {
  const live = (entry.live_values ?? {}) as Readonly<Record<string, FieldValues>>;
  const url = usePageUrl(collection, locale, live[locale] ?? null);
  return url && <LinkButton {...look} icon={ExternalLink} label={t.viewOnSite} href={url} isExternal />;
}

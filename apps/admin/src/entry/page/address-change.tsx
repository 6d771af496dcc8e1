import type { CollectionDocument, FieldValues } from '@stele/schema';
import { TriangleAlert } from 'lucide-react';
import { page as t } from '#messages/page';
import { usePageUrl } from './use-page-url.ts';

interface AddressChangeProps {
  readonly collection: CollectionDocument;
  readonly locale: string;
  /** The live values, and those that would be. */
  readonly before: FieldValues;
  readonly after: FieldValues;
}

/** Warns when the page of something live moves: links to the old address break. */
export function AddressChange({ collection, locale, before, after }: AddressChangeProps) {
  const old = usePageUrl(collection, locale, before);
  const next = usePageUrl(collection, locale, after);
  return old !== null && old !== next && <AddressWarning text={t.addressEnds({ address: old })} />;
}

export function AddressWarning({ text }: { readonly text: string }) {
  return (
    <p role="status" className="flex items-start gap-1.5 text-xs text-warning">
      <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}

import { isSameJson } from '@stele/schema';
import { page as t } from '#messages/page';
import { AddressWarning } from '@/entry/page/address-change.tsx';
import { usePageUrl } from '@/entry/page/use-page-url.ts';
import { useForm } from '../form/form-context.tsx';
import { useAddressValues } from './address-values.ts';
import { textOf } from './native-props.ts';

interface SlugAddressProps {
  readonly path: string;
  /** Whether it's being edited: then a warning comes first. */
  readonly isFocused: boolean;
}

/** The public address that a slug is part of, below it. Of something live it says what becomes of the old address. */
export function SlugAddress({ path, isFocused }: SlugAddressProps) {
  const { collection, locale, live } = useForm();
  const values = useAddressValues([path]);
  const url = usePageUrl(collection, locale, values);
  const old = usePageUrl(collection, locale, live);
  const slug = textOf(live?.[path]);
  const isChanged = slug !== '' && !isSameJson(live?.[path], values[path]);
  const address = old ?? slug;
  return (
    <>
      {url && (
        <p className="text-xs text-muted">
          {url === old ? (
            <a href={url} target="_blank" rel="noreferrer" className="wrap-anywhere underline underline-offset-2">
              <bdi dir="ltr">{url}</bdi>
            </a>
          ) : (
            <bdi dir="ltr" className="wrap-anywhere">
              {url}
            </bdi>
          )}
        </p>
      )}
      {isChanged && <AddressWarning text={t.addressEnds({ address })} />}
      {slug !== '' && !isChanged && isFocused && <AddressWarning text={t.addressWouldEnd({ address })} />}
    </>
  );
}

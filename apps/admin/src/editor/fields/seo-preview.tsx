import {
  assetIdOf,
  assetValuesIn,
  type FieldDocument,
  isSeoField,
  type Json,
  SEO_LINES,
  type SeoSource,
  seoPartsOf,
  seoSources,
  seoWidth,
  withoutHidden,
} from '@stele/schema';
import type { ReactNode } from 'react';
import { seo as t } from '#messages/seo';
import { usePageUrl } from '@/entry/page/use-page-url.ts';
import { AssetThumb } from '@/media/asset-thumb.tsx';
import { useAsset } from '@/media/use-assets.ts';
import { Skeleton } from '@/ui/states.tsx';
import { useForm } from '../form/form-context.tsx';
import { useAddressValues } from './address-values.ts';
import { textOf } from './native-props.ts';

const PARTS = ['title', 'description', 'image'] as const;

/** The page as a search result and as a card in social networks, with the texts that will be used, and where they come from. */
export function SeoPreview({ field, path }: { readonly field: FieldDocument; readonly path: string }) {
  const { collection, locale } = useForm();
  const sources = isSeoField(field) ? seoSources(collection, field) : {};
  const conditions = collection.fields.flatMap(({ show_if = [] }) => show_if.map((one) => one.field));
  const values = useAddressValues([path, ...Object.values(sources), ...conditions]);
  const url = usePageUrl(collection, locale, values);
  if (!isSeoField(field)) return null;
  const { own, others } = seoPartsOf(collection, field, withoutHidden(collection.fields, values));
  const shown = (part: SeoSource): Json | undefined => own[part] ?? others[part];
  const [title, description] = [textOf(shown('title')), textOf(shown('description'))];
  const [picture] = assetValuesIn(shown('image'));
  const labels = new Map(collection.fields.map(({ key, label }) => [key, label]));
  const notes = [
    ...(own.noindex === true ? [t.hidden] : []),
    ...PARTS.filter((part) => own[part] === undefined && others[part] !== undefined).map((part) =>
      t.instead({ part: t[part], field: labels.get(sources[part] ?? '') ?? '' }),
    ),
    ...(['title', 'description'] as const).flatMap((part) => {
      const width = seoWidth(part, textOf(shown(part)));
      const { most } = SEO_LINES[part];
      return width > most ? [t.tooLong({ part: t[part], width: String(width), most: String(most) })] : [];
    }),
  ];
  return (
    <div className="mb-5 flex flex-col gap-2">
      <div className="grid gap-4 sm:grid-cols-2">
        <Figure caption={t.result}>
          <div className="p-3">
            {url && <Address text={url} />}
            <p className="truncate text-lg text-accent">{title || t.noTitle}</p>
            <p className="line-clamp-2 text-sm text-muted">{description || t.noDescription}</p>
          </div>
        </Figure>
        <Figure caption={t.card}>
          {picture ? (
            <CardPicture id={assetIdOf(picture)} />
          ) : (
            <p className="grid aspect-[1.91] place-items-center bg-sunken text-sm text-muted">{t.noPicture}</p>
          )}
          <div className="p-3">
            {url && <Address text={new URL(url).host} />}
            <p className="truncate font-medium">{title || t.noTitle}</p>
            <p className="truncate text-sm text-muted">{description}</p>
          </div>
        </Figure>
      </div>
      <ul className="text-xs text-muted">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}

function Figure({ caption, children }: { readonly caption: string; readonly children: ReactNode }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-xs text-muted">{caption}</figcaption>
      <div className="overflow-hidden rounded-md border bg-background">{children}</div>
    </figure>
  );
}

function Address({ text }: { readonly text: string }) {
  return (
    <p className="truncate text-xs text-muted">
      <bdi dir="ltr">{text}</bdi>
    </p>
  );
}

function CardPicture({ id }: { readonly id: string }) {
  const data = useAsset(id)?.data;
  if (!data) return <Skeleton className="aspect-[1.91]" />;
  return <AssetThumb asset={data} width={480} ratio={1.91} className="w-full" />;
}

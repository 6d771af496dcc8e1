import { library as t } from '#messages/library';
import { media } from '#messages/media';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Tag } from '@/ui/tag-input.tsx';
import type { Asset } from '../upload/upload-types.ts';

/** The texts and tags of a file, to read. */
export function AssetSaid({ asset }: { readonly asset: Asset }) {
  const { project } = useProject();
  const { language } = formats;
  const isPicture = asset.kind === 'image' || asset.kind === 'svg';
  const texts: (readonly [string, string, string | undefined])[] = [
    ...(isPicture && !asset.decorative
      ? project.locales.map((one) => {
          return [media.altTextIn({ language: language(one) }), asset.alt_text[one] ?? t.noText, one] as const;
        })
      : []),
    ...project.locales.flatMap((one) => {
      const text = asset.caption[one];
      return text ? [[media.captionIn({ language: language(one) }), text, one] as const] : [];
    }),
    ...(asset.credit ? [[media.credit, asset.credit, undefined] as const] : []),
    ...(asset.rights ? [[media.rights, asset.rights, undefined] as const] : []),
  ];
  return (
    <div className="flex flex-col gap-2 text-sm">
      {isPicture && asset.decorative && <p>{media.decorative}</p>}
      {texts.length > 0 && (
        <dl className="flex flex-col gap-2">
          {texts.map(([label, text, locale]) => (
            <div key={label}>
              <dt className="text-xs text-muted">{label}</dt>
              <dd dir="auto" lang={locale} className="break-words">
                {text}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {asset.tags.length > 0 && (
        <ul aria-label={media.tags} className="flex flex-wrap gap-1.5">
          {asset.tags.map((tag) => (
            <Tag key={tag} tag={tag} onRemove={null} />
          ))}
        </ul>
      )}
      {!isPicture && texts.length + asset.tags.length === 0 && <p className="text-muted">{t.noText}</p>}
    </div>
  );
}

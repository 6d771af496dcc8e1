import { type AssetValue, assetIdOf, assetValue, focusOf } from '@stele/schema';
import { Crop, Focus, MessageSquareText, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { form as words } from '#messages/form';
import { media as t } from '#messages/media';
import { errorText } from '@/api/error-texts.ts';
import { formats } from '@/i18n/language.ts';
import { AssetAbout } from '@/media/asset-about.tsx';
import { AssetFacts } from '@/media/asset-facts.tsx';
import { AssetTexts } from '@/media/asset-texts.tsx';
import { AssetThumb } from '@/media/asset-thumb.tsx';
import { focusWithin } from '@/media/crop/focus-within.ts';
import type { Asset } from '@/media/upload/upload-types.ts';
import { useAsset } from '@/media/use-assets.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { useForm } from '../form/form-context.tsx';
import type { ControlIds } from './control.ts';

const CropDialog = lazyPart(async () => (await import('@/media/crop/crop-dialog.tsx')).default);

const FocusDialog = lazyPart(async () => (await import('@/media/crop/focus-dialog.tsx')).default);

interface AssetCardProps {
  readonly value: AssetValue;
  readonly locale: string;
  readonly readOnly: boolean;
  /** Of the button that the field's label leads to; none where the field has another one. */
  readonly ids?: ControlIds;
  /** Takes the same asset with another focal point, or a copy that is cropped otherwise. */
  readonly onChange: (value: AssetValue) => void;
  readonly onReplace: () => void;
  readonly onRemove: (name: string) => void;
}

const TOOL = 'max-sm:size-10';

/** An asset that a field holds: what it is, and what can be done to it in place. */
export function AssetCard({ value, locale, readOnly, ids, onChange, onReplace, onRemove }: AssetCardProps) {
  const id = assetIdOf(value);
  const point = focusOf(value);
  const { may } = useProject();
  const { entryId } = useForm();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'crop' | 'focus' | null>(null);
  const close = (): void => setDialog(null);
  const asset = useAsset(id);
  const { labelId, ...attributes } = ids ?? { labelId: undefined };
  const data = asset?.data;
  const isPicture = data?.kind === 'image' || data?.kind === 'svg';
  const isGone = asset?.isError ?? false;
  const name = data?.filename ?? id;
  return (
    <div className="min-w-0">
      <div className="flex items-start gap-3">
        {data ? (
          <AssetThumb asset={data} focus={point} width={96} className="size-20 shrink-0 rounded-md border sm:size-24" />
        ) : (
          <Skeleton className="size-20 shrink-0 sm:size-24" />
        )}
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-medium" title={name}>
            {name}
          </p>
          {data && <AssetFacts asset={data} />}
          <AssetState asset={data} isGone={isGone} locale={locale} />
          {point && <Badge>{words.ownFocus}</Badge>}
          {!readOnly && (
            <div className="mt-1 flex flex-wrap gap-1">
              <Button
                icon={RefreshCw}
                label={t.replace}
                {...attributes}
                size="sm"
                variant="ghost"
                className="max-sm:h-10"
                aria-label={`${t.replace}: ${name}`}
                onClick={onReplace}
              />
              {isPicture && may('asset.write') && (
                <IconButton
                  icon={MessageSquareText}
                  label={`${t.editAlt}: ${name}`}
                  className={TOOL}
                  title={t.editAlt}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                />
              )}
              {data?.kind === 'image' && data.status === 'ready' && (may('asset.write') || may('asset.upload')) && (
                <IconButton
                  icon={Crop}
                  label={t.cropTitle({ name })}
                  className={TOOL}
                  title={t.crop}
                  onClick={() => setDialog('crop')}
                />
              )}
              {data?.kind === 'image' && data.status === 'ready' && (
                <IconButton
                  icon={Focus}
                  label={`${words.focusHere}: ${name}`}
                  className={TOOL}
                  title={words.focusHere}
                  onClick={() => setDialog('focus')}
                />
              )}
              <IconButton
                icon={Trash2}
                label={common.removeNamed({ name })}
                className={TOOL}
                title={common.remove}
                onClick={() => onRemove(name)}
              />
            </div>
          )}
        </div>
      </div>
      {isOpen && data && (
        <div className="mt-3 border-t pt-3">
          <AssetTexts asset={data} locale={locale} />
          <details className="mt-3">
            <summary className="cursor-pointer text-sm text-muted hover:text-foreground max-sm:py-2">
              {t.moreDetails}
            </summary>
            <div className="mt-3">
              <AssetAbout asset={data} locale={locale} />
            </div>
          </details>
        </div>
      )}
      {dialog === 'crop' && data && (
        <CropDialog
          asset={data}
          place={{
            entryId,
            onCopy: (copy) => onChange(assetValue(copy.id, point && focusWithin(point, data.crop, copy.crop))),
          }}
          onClose={close}
        />
      )}
      {dialog === 'focus' && data && (
        <FocusDialog asset={data} point={point} onChange={(next) => onChange(assetValue(id, next))} onClose={close} />
      )}
    </div>
  );
}

interface AssetStateProps {
  readonly asset: Asset | undefined;
  readonly isGone: boolean;
  readonly locale: string;
}

/** Problems of an asset, and missing descriptions. */
function AssetState({ asset, isGone, locale }: AssetStateProps) {
  const { language } = formats;
  if (isGone) return <Problem text={t.missing} />;
  if (!asset) return null;
  if (asset.status === 'failed') {
    return <Problem text={`${t.failedAsset}: ${asset.error ? errorText(asset.error) : ''}`} />;
  }
  if (asset.replacement?.error) return <Problem text={errorText(asset.replacement.error)} />;
  if (asset.status === 'trashed') return <Problem text={common.inTrash} />;
  const isPicture = asset.kind === 'image' || asset.kind === 'svg';
  return (
    <p className="mt-1 flex flex-wrap gap-1" role="status">
      {(asset.processing || asset.status === 'pending') && <Badge tone="info">{t.stages.processing}</Badge>}
      {isPicture && asset.decorative && <Badge>{t.decorative}</Badge>}
      {isPicture && !asset.decorative && !asset.alt_text[locale] && (
        <Badge tone="warning" className="max-w-full rounded-md whitespace-normal">
          {t.noAlt({ language: language(locale) })}
        </Badge>
      )}
    </p>
  );
}

function Problem({ text }: { readonly text: string }) {
  return (
    <p role="alert" className="mt-1 text-xs text-danger">
      {text}
    </p>
  );
}

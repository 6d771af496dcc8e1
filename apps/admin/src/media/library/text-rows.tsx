import { type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { library as t } from '#messages/library';
import { media } from '#messages/media';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Input } from '@/ui/input.tsx';
import { isEnter } from '@/ui/keys.ts';
import { AssetThumb } from '../asset-thumb.tsx';
import type { Asset } from '../upload/upload-types.ts';
import { useTypedText } from '../use-typed-text.ts';
import { useAssetChange } from './use-asset-change.ts';
import { useWallLayout } from './use-wall-layout.ts';

interface TextRowsProps {
  readonly assets: readonly Asset[];
  readonly locale: string;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
}

/** Pictures with a field each for their alternative text: Tab and Enter go from one field to the next. */
export function TextRows({ assets, locale, hasMore, isLoadingMore, onMore }: TextRowsProps) {
  const wall = useRef<HTMLUListElement>(null);
  const { virtual } = useWallLayout(wall, assets.length, true);
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= assets.length - 20) onMore();
  }, [hasMore, isLoadingMore, last, assets.length, onMore]);
  const goOn = (event: KeyboardEvent<HTMLUListElement>): void => {
    if (!isEnter(event) || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const index = Number(event.target.dataset.index) + (event.shiftKey ? -1 : 1);
    const next = wall.current?.querySelector<HTMLInputElement>(`input[data-index="${index}"]`);
    if (next) next.focus();
    else event.target.blur();
  };
  return (
    <>
      <p className="pb-2 text-xs text-muted">{t.textsHelp}</p>
      <ul
        ref={wall}
        aria-label={t.texts}
        onKeyDown={goOn}
        style={{ height: virtual.getTotalSize() }}
        className="relative overflow-hidden border-y bg-surface sm:rounded-lg sm:border"
      >
        {rows.map((row) => {
          const asset = assets[row.index];
          return (
            asset && (
              <li
                key={asset.id}
                style={{ transform: `translateY(${row.start - virtual.options.scrollMargin}px)` }}
                className="absolute inset-x-0 top-0 h-14 border-b"
              >
                <TextRow asset={asset} index={row.index} locale={locale} />
              </li>
            )
          );
        })}
      </ul>
    </>
  );
}

interface TextRowProps {
  readonly asset: Asset;
  readonly index: number;
  readonly locale: string;
}

const TextRow = memo(function TextRow({ asset, index, locale }: TextRowProps) {
  const { language } = formats;
  const { may } = useProject();
  const { describe } = useAssetChange();
  const text = asset.alt_text[locale] ?? '';
  const { typed, type, save } = useTypedText(text, (trimmed) => describe(asset, locale, trimmed), false);
  return (
    <div className="flex h-full items-center gap-3 px-3">
      <AssetThumb asset={asset} width={48} className="size-10 shrink-0 rounded-md" />
      <span dir="auto" title={asset.filename} className="w-40 shrink-0 truncate text-sm max-sm:hidden rtl:text-right">
        {asset.filename}
      </span>
      <Input
        data-index={index}
        aria-label={t.altOf({ name: asset.filename, language: language(locale) })}
        placeholder={asset.decorative ? media.decorative : media.altTextIn({ language: language(locale) })}
        lang={locale}
        dir="auto"
        maxLength={1000}
        readOnly={!may('asset.write')}
        className="h-10 min-w-0 flex-1"
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Escape') type(text);
        }}
      />
    </div>
  );
});

import type { ShapeOf } from '@stele/schema';
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { ImageIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { media } from '#messages/media';
import { richtext as t } from '#messages/richtext';
import { errorText } from '@/api/error-texts.ts';
import { AssetPicker } from '@/media/asset-picker.tsx';
import { AssetThumb } from '@/media/asset-thumb.tsx';
import { useAsset } from '@/media/use-assets.ts';
import { IconButton } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { Input } from '@/ui/input.tsx';
import { PictureBar } from './picture-bar.tsx';

type PictureChoices = NonNullable<ShapeOf<'richtext'>['pictures']>;

/** Height of the highest picture. */
const MOST_REM = 30;

/** How much of the text's width a picture takes at its most, by its size. Websites decide on theirs themselves. */
const SHARES: ReadonlyMap<string | null | undefined, number> = new Map([
  ['small', 33],
  ['medium', 50],
  ['large', 75],
]);
/** Leaves room to see where the picture is. */
const ALIGNED_SHARE = 66;

/** A picture in the text, with its own alternative text and caption while it's selected. */
export function ImageView({ node, selected, editor, extension, updateAttributes, deleteNode }: NodeViewProps) {
  const [isPicking, setPicking] = useState(false);
  const { asset: id, alt, caption, size, align } = node.attrs as Record<string, string | null | undefined>;
  const asset = useAsset(id ?? null);
  const name = asset?.data?.filename ?? id ?? '';
  // An emptied text is removed, as if it had never been.
  const set = (key: 'alt' | 'caption', text: string): void =>
    updateAttributes({ [key]: text === '' ? undefined : text });
  const choices = extension.options as PictureChoices;
  const { width, height } = asset?.data ?? {};
  const ratio = width && height ? width / height : null;
  const share = Math.min(SHARES.get(size) ?? 100, align ? ALIGNED_SHARE : 100);
  const captions = asset?.data?.caption ?? {};
  const ownCaption = captions[editor.view.dom.lang] ?? Object.values(captions)[0];
  const description = alt || Object.values(asset?.data?.alt_text ?? {})[0] || name;
  return (
    <NodeViewWrapper
      as="figure"
      data-drag-handle
      className={cn(
        'my-3 overflow-hidden rounded-md border',
        align === 'center' && 'mx-auto',
        align === 'end' && 'ms-auto',
        selected && 'border-accent ring-2 ring-accent',
      )}
      // As wide as the picture is at its most: nothing is beside it.
      style={{
        width: ratio ? `min(${share}%, max(16rem, ${MOST_REM * ratio}rem))` : `${share}%`,
        minWidth: 'min(100%, 12rem)',
      }}
    >
      {selected && editor.isEditable && (
        <PictureBar
          choices={choices}
          size={size}
          align={align}
          isRtl={editor.view.dom.dir === 'rtl'}
          onChange={updateAttributes}
        />
      )}
      <div role="img" aria-label={description} className="flex justify-center" contentEditable={false}>
        {asset?.data ? (
          <AssetThumb
            asset={asset.data}
            width={640}
            whole
            className={cn('w-full', !ratio && 'min-h-24 max-h-96 [&_img]:max-h-96')}
            ratio={ratio}
          />
        ) : (
          <p className="p-4 text-sm text-muted">{asset?.isError ? media.missing : media.stages.processing}</p>
        )}
      </div>
      {asset?.data?.status === 'failed' && (
        <p role="alert" className="px-3 py-1.5 text-sm text-danger">
          {media.failedAsset}: {asset.data.error && errorText(asset.data.error)}
        </p>
      )}
      {editor.isEditable ? (
        <div contentEditable={false} className="flex flex-wrap items-center gap-2 p-2">
          <Input
            aria-label={`${t.alt}: ${name}`}
            placeholder={`${t.alt}. ${t.altHint}`}
            value={alt ?? ''}
            onChange={(event) => set('alt', event.target.value)}
            className="h-8 flex-1 basis-52 max-sm:h-10"
          />
          <Input
            aria-label={`${t.caption}: ${name}`}
            placeholder={ownCaption || t.caption}
            value={caption ?? ''}
            onChange={(event) => set('caption', event.target.value)}
            className="h-8 flex-1 basis-52 max-sm:h-10"
          />
          <IconButton
            icon={ImageIcon}
            label={t.replacePicture}
            className="max-sm:size-10"
            title={t.replacePicture}
            onClick={() => setPicking(true)}
          />
          <IconButton
            icon={Trash2}
            label={common.removeNamed({ name })}
            className="max-sm:size-10"
            title={common.remove}
            onClick={() => {
              deleteNode();
              editor.commands.focus();
            }}
          />
        </div>
      ) : (
        caption && <figcaption className="p-2 text-sm text-muted">{caption}</figcaption>
      )}
      {isPicking && (
        <AssetPicker
          open
          onOpenChange={setPicking}
          accept={['image/*']}
          onPick={([picked]) => picked && updateAttributes({ asset: picked.id })}
        />
      )}
    </NodeViewWrapper>
  );
}

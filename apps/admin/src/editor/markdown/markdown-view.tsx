import { markdownAssets } from '@stele/schema';
import { useMemo } from 'react';
import Markdown, { defaultUrlTransform } from 'react-markdown';
import gfm from 'remark-gfm';
import { markdown as t } from '#messages/markdown';
import { pictureUrl } from '@/media/picture-of.ts';
import { useAssets } from '@/media/use-assets.ts';

const WIDTH = 960;
const ASSET = /^asset:(ast_[0-9a-z]{1,60})$/;

/** Markdown as it reads, with the project's pictures. HTML in it is shown as text, never run. */
export default function MarkdownView({ text }: { readonly text: string }) {
  const ids = useMemo(() => [...new Set(markdownAssets(text).map(({ id }) => id))], [text]);
  const assets = useAssets(ids);
  if (text.trim() === '') return <p className="text-sm text-muted">{t.nothing}</p>;
  const addressOf = (url: string): string => {
    const id = ASSET.exec(url)?.[1];
    if (!id) return defaultUrlTransform(url);
    const asset = assets[ids.indexOf(id)]?.data;
    return asset ? (pictureUrl(asset, WIDTH) ?? asset.url ?? '') : '';
  };
  return (
    <div className="max-w-none space-y-3 break-words [&_a]:text-accent [&_a]:underline [&_blockquote]:border-s-2 [&_blockquote]:ps-3 [&_blockquote]:text-muted [&_code]:rounded-sm [&_code]:bg-hover [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_h1]:text-xl [&_h1]:font-semibold [&_h2]:text-lg [&_h2]:font-semibold [&_h3]:font-semibold [&_img]:max-w-full [&_img]:rounded-md [&_li]:ms-5 [&_ol]:list-decimal [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-3 [&_table]:text-sm [&_td]:border [&_td]:px-2 [&_th]:border [&_th]:px-2 [&_ul]:list-disc">
      <Markdown remarkPlugins={[gfm]} urlTransform={addressOf}>
        {text}
      </Markdown>
    </div>
  );
}

'use client';

import Markdown from 'react-markdown';
import gfm from 'remark-gfm';

/** Markdown as it reads. HTML in it is shown as text, never run. */
export default function MarkdownPreview({ text }: { readonly text: string }) {
  if (text.trim() === '') return <p className="text-sm text-muted">Nothing to preview.</p>;
  return (
    <div className="max-w-none space-y-3 break-words [&_a]:text-accent [&_a]:underline [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_blockquote]:text-muted [&_code]:rounded-sm [&_code]:bg-hover [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm [&_h1]:text-xl [&_h1]:font-semibold [&_h2]:text-lg [&_h2]:font-semibold [&_h3]:font-semibold [&_img]:max-w-full [&_li]:ml-5 [&_ol]:list-decimal [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-3 [&_table]:text-sm [&_td]:border [&_td]:px-2 [&_th]:border [&_th]:px-2 [&_ul]:list-disc">
      <Markdown remarkPlugins={[gfm]}>{text}</Markdown>
    </div>
  );
}

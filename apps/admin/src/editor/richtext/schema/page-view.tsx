import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { AppWindow, CirclePlay, ExternalLink, Trash2 } from 'lucide-react';
import { common } from '#messages/common';
import { richtext as t } from '#messages/richtext';
import { PROVIDER_NAMES } from '@/field-types/provider-names.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { Input } from '@/ui/input.tsx';

/** A video or page of another site in the text: where it is, and the title that the website shows. */
export function PageView({ node, selected, editor, updateAttributes, deleteNode }: NodeViewProps) {
  const { provider, url, title, author } = node.attrs as Record<string, string | null | undefined>;
  const isVideo = node.type.name === 'video';
  const site = PROVIDER_NAMES[provider ?? ''] ?? provider ?? '';
  const name = isVideo ? t.videoOf({ provider: site }) : t.pageOf({ provider: site });
  const Icon = isVideo ? CirclePlay : AppWindow;
  const titleOf = isVideo ? t.videoTitle : t.pageTitle;
  return (
    <NodeViewWrapper
      data-drag-handle
      contentEditable={false}
      className={cn('my-2 rounded-md border bg-surface p-2 text-sm', selected && 'border-accent ring-2 ring-accent')}
    >
      <div className="flex items-center gap-2">
        <Icon className="size-4 shrink-0 text-muted" aria-hidden />
        <span className="min-w-0 flex-1 truncate">
          <span className="font-medium">{title || name}</span> {author && <bdi>{author}</bdi>}{' '}
          <bdi className="text-xs text-muted">{url}</bdi>
        </span>
        <Button asChild variant="ghost" size="icon-sm" className="max-sm:size-10">
          <a href={url ?? ''} target="_blank" rel="noreferrer" aria-label={`${t.openLink}: ${title || name}`}>
            <ExternalLink aria-hidden />
          </a>
        </Button>
        {editor.isEditable && (
          <IconButton
            icon={Trash2}
            label={common.removeNamed({ name: title || name })}
            className="max-sm:size-10"
            onClick={() => {
              deleteNode();
              editor.commands.focus();
            }}
          />
        )}
      </div>
      {editor.isEditable && (
        <Input
          aria-label={titleOf}
          placeholder={titleOf}
          dir="auto"
          value={title ?? ''}
          onChange={(event) => updateAttributes({ title: event.target.value || undefined })}
          className="mt-2 h-8 w-full max-sm:h-10"
        />
      )}
    </NodeViewWrapper>
  );
}

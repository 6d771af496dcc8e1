import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { ExternalLink, FileSymlink, Trash2 } from 'lucide-react';
import { common } from '#messages/common';
import { richtext } from '#messages/richtext';
import { useEntries } from '@/entry/use-entry.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';

/** An entry in the text: its title and collection. */
export function EmbedView({ node, selected, editor, deleteNode }: NodeViewProps) {
  const { project, schema } = useProject();
  const entryId = String(node.attrs.entry);
  const [entry] = useEntries([entryId]);
  const data = entry?.data;
  const isError = entry?.isError ?? false;
  const title = isError ? richtext.entryGone : data ? data.title || common.untitled : common.loading;
  const collection = schema?.collections.find(({ key }) => key === data?.collection_key)?.label;
  return (
    <NodeViewWrapper
      data-drag-handle
      contentEditable={false}
      className={cn(
        'my-2 flex items-center gap-2 rounded-md border bg-surface p-2 text-sm',
        selected && 'border-accent ring-2 ring-accent',
      )}
    >
      <FileSymlink className="size-4 shrink-0 text-muted" aria-hidden />
      <span className={cn('min-w-0 flex-1 truncate font-medium', isError && 'text-danger')}>{title}</span>
      {collection && <span className="shrink-0 text-xs text-muted">{collection}</span>}
      {data && (
        <Button asChild variant="ghost" size="icon-sm" className="max-sm:size-10">
          <a
            href={`/projects/${project.id}/entries/${entryId}`}
            target="_blank"
            rel="noreferrer"
            aria-label={`${richtext.openLink}: ${title}`}
          >
            <ExternalLink aria-hidden />
          </a>
        </Button>
      )}
      {editor.isEditable && (
        <IconButton
          icon={Trash2}
          label={common.removeNamed({ name: title })}
          className="max-sm:size-10"
          onClick={() => {
            deleteNode();
            editor.commands.focus();
          }}
        />
      )}
    </NodeViewWrapper>
  );
}

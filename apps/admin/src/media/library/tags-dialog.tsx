import { useId, useState } from 'react';
import { common } from '#messages/common';
import { library as t } from '#messages/library';
import { media } from '#messages/media';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Tag, TagInput } from '@/ui/tag-input.tsx';
import { useUsedTags } from '../asset-about.tsx';
import { tagsIn, tagsRefused } from '../asset-tags.ts';
import type { Asset } from '../upload/upload-types.ts';

/** Tags that files get and lose. */
export interface TagChange {
  readonly add_tags: readonly string[];
  readonly remove_tags: readonly string[];
}

interface TagsDialogProps {
  readonly assets: readonly Asset[];
  readonly busy: boolean;
  readonly onSave: (change: TagChange) => void;
  readonly onClose: () => void;
}

/** Asks which tags files are to get, and which of those that all or some of them have they are to lose. */
export function TagsDialog({ assets, busy, onSave, onClose }: TagsDialogProps) {
  const labelId = useId();
  const heldId = useId();
  const [added, setAdded] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const used = useUsedTags();
  const total = assets.length;
  const counts = new Map<string, number>();
  for (const tag of assets.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const held = [...counts].filter(([tag]) => !removed.includes(tag)).sort(([, a], [, b]) => b - a);
  const ofAll = held.flatMap(([tag, count]) => (count === total ? [tag] : []));
  /** Why one of the files can't have more tags. */
  const refusal = (more: readonly string[]): string | undefined => {
    const all = [...added, ...more];
    const problems = assets.map(({ tags }) => {
      const kept = tags.filter((tag) => !removed.includes(tag) || all.includes(tag));
      return tagsRefused(
        kept,
        all.filter((tag) => !kept.includes(tag)),
      );
    });
    return problems.find((problem) => problem !== undefined);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t.tagsTitle({ count: total })}
      action={common.save}
      busy={busy}
      disabled={added.length + removed.length === 0}
      cancels
      onSubmit={(event) => {
        event.preventDefault();
        onSave({ add_tags: added, remove_tags: removed });
      }}
    >
      <div className="flex flex-col gap-1.5">
        <span id={labelId} className="text-sm font-medium">
          {t.tagsToAdd}
        </span>
        <TagInput
          aria-labelledby={labelId}
          tags={[...added, ...ofAll]}
          used={used}
          usedLabel={media.usedTags}
          placeholder={media.addTag}
          split={tagsIn}
          refusal={refusal}
          onAdd={(more) => {
            setAdded([...added, ...more.filter((tag) => counts.get(tag) !== total)]);
            setRemoved(removed.filter((tag) => !more.includes(tag)));
          }}
          onRemoveLast={() => setAdded(added.slice(0, -1))}
          onEnter={() => undefined}
        >
          {added.map((tag) => (
            <Tag key={tag} tag={tag} onRemove={() => setAdded(added.filter((one) => one !== tag))} />
          ))}
        </TagInput>
      </div>
      {held.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <span id={heldId} className="text-sm font-medium">
            {t.tagsOfFiles}
          </span>
          <ul aria-labelledby={heldId} className="flex max-h-48 flex-wrap gap-1.5 overflow-y-auto">
            {held.map(([tag, count]) => (
              <Tag
                key={tag}
                tag={count === total ? tag : t.tagOfSome({ tag, count, total })}
                onRemove={() => {
                  setRemoved([...removed, tag]);
                  setAdded(added.filter((one) => one !== tag));
                }}
              />
            ))}
          </ul>
        </div>
      )}
    </FormDialog>
  );
}

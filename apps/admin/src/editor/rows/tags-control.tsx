import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fields as t } from '#messages/fields';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Tag, TagInput } from '@/ui/tag-input.tsx';
import type { CompositeProps } from '../fields/controls-context.ts';
import { useFieldValue, useForm, useMessagesAt } from '../form/form-context.tsx';
import { partsOf, within } from '../form/paths.ts';

/** A list of short texts: chips, with suggestions of what other entries have. */
export function TagsControl({ field, path, ids, readOnly }: CompositeProps) {
  const { store, locale } = useForm();
  const value = useFieldValue(path);
  const tags = (Array.isArray(value) ? value : []).map((one) => (typeof one === 'string' ? one : ''));
  const [isWanted, setWanted] = useState(false);
  const used = useUsedValues(path, isWanted && !readOnly);
  const remove = (index: number): void => void store.removeRow(locale, path, index);
  if (readOnly && tags.length === 0) return <p className="text-sm text-muted">{t.rows.empty}</p>;
  const chips = tags.map((tag, index) => (
    // Two may be the same, in entries that were written elsewhere.
    <FieldTag
      key={`${tag} ${tags.indexOf(tag) === index ? '' : index}`}
      tag={tag}
      path={within(path, index)}
      onRemove={readOnly ? null : () => remove(index)}
    />
  ));
  const { labelId, 'aria-required': _, ...attributes } = ids;
  return (
    <div data-rows-path={path}>
      {readOnly ? (
        <ul className="flex flex-wrap items-center gap-1.5">{chips}</ul>
      ) : (
        <TagInput
          {...attributes}
          aria-labelledby={labelId}
          tags={tags}
          used={used}
          usedLabel={t.usedTags}
          maxLength={field.type === 'list' && field.of.type === 'text' ? field.of.max : undefined}
          placeholder={t.addTag}
          onAdd={(added) => store.insertRows(locale, path, tags.length, added)}
          onRemoveLast={() => remove(tags.length - 1)}
          onEnter={() => setWanted(true)}
        >
          {chips}
        </TagInput>
      )}
    </div>
  );
}

interface FieldTagProps {
  readonly tag: string;
  readonly path: string;
  readonly onRemove: (() => void) | null;
}

function FieldTag({ path, ...tag }: FieldTagProps) {
  const { locale } = useForm();
  const error = useMessagesAt(path);
  return (
    <Tag
      {...tag}
      error={error}
      data-field-path={path}
      data-field-locale={locale}
      data-invalid={error ? true : undefined}
    />
  );
}

const NONE: readonly string[] = [];

/** The texts that other entries have in a list, the most used first. Of lists within other fields, none. */
function useUsedValues(path: string, isWanted: boolean): readonly string[] {
  const { project } = useProject();
  const { entryId, collection, locale } = useForm();
  const trpc = useTRPC();
  const parts = partsOf(path);
  const { data } = useQuery(
    trpc.entries.usedValues.queryOptions(
      { projectId: project.id, collection: collection.key, field: String(parts[0]), locale },
      { enabled: isWanted && entryId !== '' && parts.length === 1, staleTime: 60_000 },
    ),
  );
  return data?.data.map((one) => one.value) ?? NONE;
}

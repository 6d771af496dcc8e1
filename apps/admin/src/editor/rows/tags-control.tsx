import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { common } from '#messages/common';
import { fields as t } from '#messages/fields';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import { Input } from '@/ui/input.tsx';
import { isComposing, isEnter } from '@/ui/keys.ts';
import { Suggestion } from '@/ui/suggestion.tsx';
import type { CompositeProps } from '../fields/controls-context.ts';
import { useFieldValue, useForm, useMessagesAt } from '../form/form-context.tsx';
import { partsOf, within } from '../form/paths.ts';

/** How many are suggested. */
const SUGGESTED = 8;

/** A list of short texts: chips, with suggestions of what other entries have. Enter or a comma adds, Backspace takes the last away. */
export function TagsControl({ field, path, ids, readOnly }: CompositeProps) {
  const { store, locale } = useForm();
  const value = useFieldValue(path);
  const tags = (Array.isArray(value) ? value : []).map((one) => (typeof one === 'string' ? one : ''));
  const [text, setText] = useState('');
  const [isIn, setIn] = useState(false);
  const [moved, setMoved] = useState(-1);
  const listId = useId();
  const used = useUsedValues(path, isIn && !readOnly);
  const typed = text.trim().toLocaleLowerCase();
  const offers = used
    .filter((one) => !tags.includes(one) && one.toLocaleLowerCase().includes(typed))
    .sort((a, b) => Number(b.toLocaleLowerCase().startsWith(typed)) - Number(a.toLocaleLowerCase().startsWith(typed)))
    .slice(0, SUGGESTED);
  const isOpen = isIn && offers.length > 0;
  const at = isOpen ? Math.min(moved, offers.length - 1) : -1;
  const add = (tag: string): void => {
    const trimmed = tag.trim();
    if (trimmed !== '' && !tags.includes(trimmed)) store.insertRows(locale, path, tags.length, [trimmed]);
    setText('');
    setMoved(-1);
  };
  const remove = (index: number): void => void store.removeRow(locale, path, index);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && isOpen) setMoved(Math.max(-1, Math.min(at + step, offers.length - 1)));
    else if (isEnter(event) && !event.ctrlKey && !event.metaKey) add(offers[at] ?? text);
    else if (event.key === ',' && !isComposing(event)) add(text);
    else if (event.key === 'Escape' && at >= 0) setMoved(-1);
    else if (event.key === 'Backspace' && text === '' && tags.length > 0 && !event.repeat) remove(tags.length - 1);
    else return;
    event.preventDefault();
  };
  if (readOnly && tags.length === 0) return <p className="text-sm text-muted">{t.rows.empty}</p>;
  return (
    <div className="relative" data-rows-path={path}>
      <div
        className={cn(
          'flex flex-wrap items-center gap-1.5 rounded-md',
          !readOnly &&
            'min-h-9 border border-border-strong/60 bg-surface px-1.5 py-1 shadow-xs focus-within:border-ring',
          ids['aria-invalid'] && 'border-danger',
        )}
      >
        <ul className="contents">
          {tags.map((tag, index) => (
            // Two may be the same, in entries that were written elsewhere.
            <Tag
              key={`${tag} ${tags.indexOf(tag) === index ? '' : index}`}
              tag={tag}
              path={within(path, index)}
              onRemove={readOnly ? null : () => remove(index)}
            />
          ))}
        </ul>
        {!readOnly && (
          <Input
            id={ids.id}
            aria-labelledby={ids.labelId}
            aria-describedby={ids['aria-describedby']}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
            autoComplete="off"
            dir="auto"
            maxLength={field.type === 'list' && field.of.type === 'text' ? field.of.max : undefined}
            placeholder={tags.length === 0 ? t.addTag : undefined}
            className="h-7 w-auto min-w-24 flex-1 border-0 bg-transparent px-1.5 shadow-none outline-none max-sm:h-9"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setMoved(-1);
            }}
            onKeyDown={press}
            onFocus={() => setIn(true)}
            onBlur={() => {
              setIn(false);
              add(text);
            }}
          />
        )}
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={t.usedTags}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto rounded-lg border bg-surface p-1 shadow-pop"
      >
        {isOpen &&
          offers.map((offer, index) => (
            <Suggestion
              key={offer}
              id={`${listId}-${index}`}
              isActive={index === at}
              onChoose={() => add(offer)}
              className="min-w-0"
            >
              <bdi className="truncate">{offer}</bdi>
            </Suggestion>
          ))}
      </div>
    </div>
  );
}

interface TagProps {
  readonly tag: string;
  readonly path: string;
  /** Null for who may not. */
  readonly onRemove: (() => void) | null;
}

function Tag({ tag, path, onRemove }: TagProps) {
  const { locale } = useForm();
  const error = useMessagesAt(path);
  return (
    <li
      data-field-path={path}
      data-field-locale={locale}
      data-invalid={error ? true : undefined}
      title={error}
      className={cn(
        'inline-flex max-w-full items-center gap-0.5 rounded-md bg-hover py-0.5 ps-2 text-sm',
        onRemove === null && 'pe-2',
        error && 'bg-danger-soft text-danger',
      )}
    >
      <bdi className="truncate">{tag}</bdi>
      {error && <span className="sr-only">: {error}</span>}
      {onRemove && (
        <button
          type="button"
          aria-label={common.removeNamed({ name: tag })}
          onClick={onRemove}
          className="flex size-6 items-center justify-center rounded-sm text-muted hover:text-foreground max-sm:size-9"
        >
          <X className="size-3.5" aria-hidden />
        </button>
      )}
    </li>
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

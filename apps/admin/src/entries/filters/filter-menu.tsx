import { Command } from 'cmdk';
import { ArrowLeft, Check, ChevronRight } from 'lucide-react';
import { Slot } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { common } from '#messages/common';
import { fields as words } from '#messages/fields';
import { list as t } from '#messages/list';
import { useEntrySearch } from '@/editor/fields/use-entry-search.ts';
import { viewOf } from '@/field-types/views.ts';
import { IconButton } from '@/ui/button.tsx';
import { CommandBox } from '@/ui/command-box.tsx';
import { COMMAND_ITEM } from '@/ui/command-dialog.tsx';
import { FilterChips } from './filter-chips.tsx';
import { fieldAt, stepsOf, useReadableSchema } from './filter-fields.ts';
import { FilterForm } from './filter-form.tsx';
import { parseFilter } from './filter-text.ts';
import {
  type FilterPage,
  type FilterValue,
  fieldValues,
  isChosen,
  isValue,
  keyOfWay,
  narrowed,
  wayOf,
} from './filters.ts';
import { aimedAt, named, pairsFor } from './found-filters.ts';
import { filterWords, type NarrowedList, useFilters } from './use-filters.ts';

interface FilterMenuProps extends NarrowedList {
  /** The filter to change; null for a new one. */
  readonly start: FilterPage | null;
  readonly onClose: () => void;
}

/** Letters from which on entries are searched for among all filters. */
const LEAST_SEARCH = 2;

/** The filters of a list, and the values of the chosen one. A typed text finds filters and values of all at once. */
export function FilterMenu({ start, onClose, ...list }: FilterMenuProps) {
  const { query, setQuery, collection } = list;
  const schema = useReadableSchema();
  const filters = useFilters(list);
  const [page, setPage] = useState(start);
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const way = page && wayOf(page.key);
  const told = way === null ? null : fieldAt(schema, collection?.key ?? '', way);
  const field = told?.field ?? null;
  const filter = filters.find(({ key }) => key === page?.key);
  const label = told?.label ?? filter?.label ?? '';
  const given = (page?.at !== undefined && parseFilter(query.filter)[page.at]) || null;
  // Only what chooses a value can show it.
  const isForm = field !== null && (page?.isForm ?? (!isChosen(field) || given?.key.includes('.') === true));
  const typed = text.trim();
  const aimed = page ? null : aimedAt(filters, typed, t);
  const references = page
    ? field && way !== null && viewOf(field.type).filterInput === 'entry'
      ? [{ field, way, label }]
      : []
    : typed.length < LEAST_SEARCH
      ? []
      : (aimed ? [aimed.filter] : filters).flatMap(({ field: one, label: name }) =>
          one && viewOf(one.type).filterInput === 'entry' ? [{ field: one, way: one.key, label: name }] : [],
        );
  const isReadable = (key: string): boolean => schema?.collections.some((one) => one.key === key) ?? false;
  const referred = references.map((one) =>
    'collections' in one.field ? (one.field.collections ?? []).filter(isReadable) : [],
  );
  const collections = [...new Set(isForm ? [] : referred.flat())];
  const { groups, isSettled } = useEntrySearch(collections, aimed?.rest ?? text, { limit: page ? 20 : 5 });
  const found = references.flatMap((one, index) =>
    (referred[index] ?? []).flatMap((key) =>
      (groups[collections.indexOf(key)] ?? []).map(({ id, title }) =>
        isValue(one.way, one.label, id, title || common.untitled, t),
      ),
    ),
  );
  const own = field && way !== null ? fieldValues(field, way, label, filterWords()) : (filter?.values ?? []);
  const values = page ? [...found, ...named(own, typed)] : [...pairsFor(filters, typed, t), ...found];
  const offered = page ? [] : named(filters, typed);
  const hasFields =
    field !== null && way !== null && stepsOf(schema, [collection?.key ?? ''], way).length > way.split('.').length;

  const go = (next: FilterPage | null): void => {
    setPage(next);
    setText('');
  };
  const choose = (value: FilterValue): void => {
    void setQuery(narrowed(value, query, page?.at));
    onClose();
  };
  const isNow = ({ sets }: FilterValue): boolean =>
    JSON.stringify(sets) === JSON.stringify('operator' in sets ? given : filter?.now?.sets);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Backspace' || text !== '' || !page || start) return;
    event.preventDefault();
    go(null);
  };
  const heading = page && (
    <div className="flex items-center gap-1 p-2 text-sm font-medium">
      {!start && (
        <IconButton
          icon={ArrowLeft}
          label={common.back}
          className="max-sm:size-11 rtl:rotate-180"
          onClick={() => go(null)}
        />
      )}
      <span className="min-w-0 truncate px-1">{label}</span>
    </div>
  );
  if (isForm && collection && way !== null) {
    return (
      <>
        {heading}
        <FilterForm
          key={page?.key}
          collection={collection.key}
          start={way}
          given={given?.key === way ? given : null}
          onApply={(condition) => choose({ label: '', text: '', sets: condition })}
          onPick={(next) => go({ ...page, key: keyOfWay(next), isForm: false })}
        />
      </>
    );
  }
  return (
    <>
      {heading}
      {!page && (
        <div className="flex flex-wrap gap-2 p-2 empty:hidden sm:hidden">
          <FilterChips
            {...list}
            className=""
            onRemoved={() => box.current?.focus()}
            opening={(to, trigger) => <Slot.Root onClick={() => go(to)}>{trigger}</Slot.Root>}
          />
        </div>
      )}
      <CommandBox
        key={page?.key ?? ''}
        title={page ? label : t.filter}
        placeholder={page ? common.search : t.filterHelp}
        text={text}
        onTextChange={setText}
        filter={false}
        isSettled={collections.length === 0 || isSettled}
        inputClass="h-10 border-y px-3 text-base first:border-t-0 max-sm:h-11 max-sm:text-lg"
        listClass="max-h-[min(20rem,40dvh)] p-1"
        onKey={press}
        input={box}
        autoFocus
      >
        {offered.map(({ key, label: name }) => (
          <Item key={key} value={key} onSelect={() => go({ key })}>
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <ChevronRight aria-hidden className="shrink-0 rtl:rotate-180" />
          </Item>
        ))}
        {values.map((value) => (
          <Item key={valueKey(value)} value={valueKey(value)} onSelect={() => choose(value)}>
            <span className="min-w-0 flex-1 truncate">
              <bdi>{page ? value.label : value.text}</bdi>
            </span>
            {page && isNow(value) && (
              <>
                <Check aria-hidden className="shrink-0" />
                <span className="sr-only">{words.isChosen}</span>
              </>
            )}
          </Item>
        ))}
        {hasFields && typed === '' && page && (
          <Item value="fields" onSelect={() => go({ ...page, isForm: true })}>
            <span className="min-w-0 flex-1 truncate">{t.fieldOf({ reference: label })}</span>
            <ChevronRight aria-hidden className="shrink-0 rtl:rotate-180" />
          </Item>
        )}
      </CommandBox>
      {offered.length + values.length === 0 && isSettled && (
        <p role="status" className="px-4 pb-3 text-sm text-muted">
          {t.noFilter}
        </p>
      )}
    </>
  );
}

interface ItemProps {
  readonly value: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

function Item({ value, onSelect, children }: ItemProps) {
  return (
    <Command.Item value={value} onSelect={onSelect} className={`${COMMAND_ITEM} py-1.5 max-sm:min-h-11`}>
      {children}
    </Command.Item>
  );
}

function valueKey({ sets }: FilterValue): string {
  return JSON.stringify(sets);
}

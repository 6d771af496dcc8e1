import type { CollectionDocument } from '@stele/schema';
import { ListFilter, X } from 'lucide-react';
import { useState } from 'react';
import { list as t } from '#messages/list';
import { Button } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Popover } from '@/ui/popover.tsx';
import { fieldAt, useReadableSchema } from './filter-fields.ts';
import { type FilterCondition, filterText, operatorsOf, parseFilter } from './filter-text.ts';

const ConditionText = lazyPart(async () => (await import('./condition-text.tsx')).ConditionText);
const EntryPicker = lazyPart(async () => (await import('@/editor/fields/entry-picker.tsx')).EntryPicker);
const FilterForm = lazyPart(async () => (await import('./filter-form.tsx')).FilterForm);

interface FieldFiltersProps {
  readonly collection: CollectionDocument;
  /** The conditions, as the address has them. */
  readonly text: string | null;
  readonly onChange: (text: string | null) => void;
}

/** The conditions on fields of a list: a chip for each, and a button that adds one. */
export function FieldFilters({ collection, text, onChange }: FieldFiltersProps) {
  const schema = useReadableSchema();
  const [open, setOpen] = useState<number | null>(null);
  const [picking, setPicking] = useState<{ readonly index: number; readonly key: string } | null>(null);
  const conditions = parseFilter(text);
  if (!collection.fields.some((field) => operatorsOf(field).length > 0)) return null;
  const at = (way: string) => fieldAt(schema, collection.key, way);
  const end = (): void => setOpen(null);
  const put = (index: number, condition: FilterCondition): void => {
    onChange(filterText(conditions.toSpliced(index, 1, condition)));
    end();
  };
  const form = (index: number) => (
    <FilterForm
      collection={collection.key}
      given={conditions[index] ?? null}
      onApply={(condition) => put(index, condition)}
      onPick={(key) => {
        end();
        setPicking({ index, key });
      }}
    />
  );
  const picked = picking && at(picking.key).field;
  return (
    <>
      <Popover
        open={open === conditions.length}
        onOpenChange={(is) => setOpen(is ? conditions.length : null)}
        label={t.filter}
        align="start"
        trigger={<Button icon={ListFilter} label={t.filter} variant="ghost" className="max-sm:h-11" />}
      >
        {form(conditions.length)}
      </Popover>
      {conditions.length > 0 && (
        <div className="order-last flex basis-full flex-wrap gap-2">
          {conditions.map((condition, index) => (
            <span
              key={index}
              className="inline-flex h-9 max-w-full items-center rounded-md border bg-surface text-sm max-sm:h-11"
            >
              <Popover
                open={open === index}
                onOpenChange={(is) => setOpen(is ? index : null)}
                label={t.filter}
                align="start"
                trigger={
                  <button
                    type="button"
                    className="flex h-full min-w-0 items-center gap-1 rounded-s-md ps-3 pe-1 hover:bg-hover"
                  >
                    <ConditionText {...at(condition.key)} condition={condition} />
                  </button>
                }
              >
                {form(index)}
              </Popover>
              <button
                type="button"
                aria-label={t.removeFilter({ field: at(condition.key).label })}
                className="flex h-full items-center rounded-e-md px-2 text-muted hover:bg-hover hover:text-foreground"
                onClick={() => onChange(filterText(conditions.toSpliced(index, 1)))}
              >
                <X className="size-4" aria-hidden />
              </button>
            </span>
          ))}
        </div>
      )}
      {picking && picked && 'collections' in picked && (
        <EntryPicker
          open
          onOpenChange={() => setPicking(null)}
          collections={picked.collections ?? []}
          onPick={(value) => put(picking.index, { key: picking.key, operator: 'is', value })}
        />
      )}
    </>
  );
}

'use client';

import { arrayMove } from '@dnd-kit/sortable';
import type { FieldBase, FieldDocument, ShapeOf } from '@stele/schema';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import type { Json } from '../json.ts';
import { same } from '../values.ts';
import type { FieldControlProps, NestingProps } from './control-props.ts';
import { Group } from './group.tsx';
import { ObjectFields } from './object-control.tsx';
import { SortableItem, SortableList } from './sortable.tsx';

interface ListControlProps extends Omit<FieldControlProps, 'field'>, NestingProps {
  readonly field: FieldBase & ShapeOf<'list'>;
  readonly title: ReactNode;
  readonly aside?: ReactNode;
}

interface Row {
  readonly key: string;
  readonly value: Json;
}

let made = 0;
const newRow = (value: Json): Row => ({ key: `row-${++made}`, value });

/** Items of one kind, in an order that one gives them. */
export function ListControl(props: ListControlProps) {
  const { field, value, onChange, path, messageAt, readOnly, title, aside, Nested } = props;
  const items = Array.isArray(value) ? value : [];
  // Items that were just added are empty: the value leaves them out until something is in them.
  const [rows, setRows] = useState(() => items.map(newRow));
  const [last, setLast] = useState<Json>(items);
  if (!same(last, items)) {
    setLast(items);
    if (!same(filled(rows), items))
      setRows(items.map((item, index) => ({ key: rows[index]?.key ?? newRow(item).key, value: item })));
  }
  const change = (next: readonly Row[]): void => {
    const values = filled(next);
    setRows([...next]);
    setLast(values);
    onChange(values.length === 0 ? null : values);
  };
  const item: FieldDocument = { key: field.key, label: `${field.label} item`, required: false, ...field.of };
  return (
    <Group title={title} help={field.help} error={messageAt(path)} aside={aside} plain>
      <SortableList keys={rows.map(({ key }) => key)} onMove={(from, to) => change(arrayMove([...rows], from, to))}>
        {rows.map((row, index) => {
          const set = (next: Json): void =>
            change(rows.map((one) => (one.key === row.key ? { ...one, value: next } : one)));
          // Empty rows don't stand in the value: the server counts without them.
          const place = filled(rows.slice(0, index)).length;
          const common = {
            value: row.value,
            onChange: set,
            path: [...path, place],
            messageAt: row.value === null ? () => undefined : messageAt,
            readOnly,
          };
          return (
            <SortableItem
              key={row.key}
              id={row.key}
              name={`item ${index + 1}`}
              readOnly={readOnly}
              onRemove={() => change(rows.filter((one) => one.key !== row.key))}
            >
              {field.of.type === 'object' ? (
                <ObjectFields fields={field.of.fields} {...common} Nested={Nested} />
              ) : (
                <Nested {...common} field={{ ...item, label: `${index + 1}` }} siblings={{}} />
              )}
            </SortableItem>
          );
        })}
      </SortableList>
      {!readOnly && (
        <Button size="sm" className="mt-2" onClick={() => setRows([...rows, newRow(null)])}>
          <Plus aria-hidden /> Add an item
        </Button>
      )}
    </Group>
  );
}

function filled(rows: readonly Row[]): Json[] {
  return rows.flatMap(({ value }) => (value === null ? [] : [value]));
}

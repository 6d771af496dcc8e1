import type { FieldDocument } from '@stele/schema';
import { ChevronsDownUp, ChevronsUpDown, Copy } from 'lucide-react';
import { useMemo } from 'react';
import { fields as fieldsWords } from '#messages/fields';
import { Button } from '@/ui/button.tsx';
import { rowKinds } from '@/values/row-kinds.ts';
import { SortableRows } from '../../ui/sortable-rows.tsx';
import type { CompositeProps } from '../fields/controls-context.ts';
import { useForm, useRowKeys } from '../form/form-context.tsx';
import { AddRow } from './add-row.tsx';
import { Row } from './row.tsx';
import { useRowActions } from './use-row-actions.ts';

/** Items of a list, or blocks: one line each until they're opened, in an order that the user gives them. */
export function RowsControl({ field, path, readOnly }: CompositeProps) {
  const t = fieldsWords.rows;
  const { openRows, store, locale } = useForm();
  const rows = field as FieldDocument & { readonly type: 'list' | 'blocks' };
  const keys = useRowKeys(path);
  const kinds = useMemo(() => rowKinds(rows), [rows]);
  const item = useMemo(
    (): FieldDocument | null =>
      rows.type === 'list' ? { key: rows.key, label: rows.label, required: false, ...rows.of } : null,
    [rows],
  );
  const actions = useRowActions(path);
  const canOpen = kinds.some(({ fields }) => fields !== null);
  return (
    <div className="flex flex-col gap-2" data-rows-path={path}>
      {keys.length > 1 && canOpen && (
        <div className="flex flex-wrap items-center gap-1 text-xs text-muted">
          <span className="me-auto">{t.count({ count: keys.length })}</span>
          <Button
            icon={ChevronsUpDown}
            label={t.openAll}
            variant="ghost"
            size="sm"
            onClick={() => openRows.set(keys, true)}
          />
          <Button
            icon={ChevronsDownUp}
            label={t.closeAll}
            variant="ghost"
            size="sm"
            onClick={() => openRows.set(keys, false)}
          />
          <Button
            icon={Copy}
            label={t.copyAll}
            variant="ghost"
            size="sm"
            onClick={() => actions.copy([...keys.keys()])}
          />
        </div>
      )}
      {keys.length === 0 && readOnly && <p className="text-sm text-muted">{t.empty}</p>}
      <SortableRows keys={keys} onMove={(from, to) => store.moveRow(locale, path, from, to)}>
        <ul className="flex flex-col gap-1.5">
          {keys.map((key, index) => (
            <Row
              key={key}
              rowKey={key}
              index={index}
              isLast={index === keys.length - 1}
              listPath={path}
              kinds={kinds}
              item={item}
              actions={actions}
              readOnly={readOnly}
            />
          ))}
        </ul>
      </SortableRows>
      {!readOnly && <AddRow kinds={kinds} item={item} index={keys.length} actions={actions} />}
    </div>
  );
}

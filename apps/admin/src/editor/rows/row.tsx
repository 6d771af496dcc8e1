import type { FieldDocument, Json } from '@stele/schema';
import { ArrowDown, ArrowUp, ChevronRight, Copy, CopyPlus, Trash2 } from 'lucide-react';
import { memo, useCallback } from 'react';
import { common } from '#messages/common';
import { fields as fieldsWords } from '#messages/fields';
import { SchemaIcon } from '@/project/schema-icon.tsx';
import { Badge } from '@/ui/badge.tsx';
import { cn } from '@/ui/cn.ts';
import { MenuItem, MenuSeparator, MoreMenu } from '@/ui/menu.tsx';
import { kindOf, type RowKind } from '@/values/row-kinds.ts';
import { rowSummary } from '@/values/row-summary.ts';
import { useSortableRow } from '../../ui/sortable-rows.tsx';
import { FormField } from '../fields/form-field.tsx';
import { JsonControl } from '../fields/json-control.tsx';
import { ObjectFields } from '../fields/object-control.tsx';
import { useFieldFact, useFieldValue, useForm, useIsRowOpen, useProblemCount } from '../form/form-context.tsx';
import { within } from '../form/paths.ts';
import { RowPeople } from '../presence/row-people.tsx';
import { AddBelow, PasteBelow } from './add-row.tsx';
import { lineKey } from './line-keys.ts';
import type { RowActions } from './use-row-actions.ts';

interface RowProps {
  readonly rowKey: string;
  readonly index: number;
  readonly isLast: boolean;
  readonly listPath: string;
  readonly kinds: readonly RowKind[];
  /** The item of a list as a field; null for blocks. */
  readonly item: FieldDocument | null;
  readonly actions: RowActions;
  readonly readOnly: boolean;
}

/** A row of a list. One with fields is a line until it's opened; a single value is its own control. */
export const Row = memo(function Row(props: RowProps) {
  const { rowKey, index, listPath, kinds, item, actions, readOnly } = props;
  const t = fieldsWords.rows;
  const path = within(listPath, index);
  const type = useFieldFact(path, typeOf);
  const kind = kindOf(kinds, type === null ? null : { _type: type });
  const name = kind?.type ? `${kind.label} ${index + 1}` : t.item({ number: index + 1 });
  const sortable = useSortableRow(rowKey, name, readOnly);
  const isSingle = kind?.fields === null && item !== null;
  return (
    <li
      ref={sortable.ref}
      style={sortable.style}
      data-row-key={rowKey}
      tabIndex={-1}
      className={cn(
        // Rows out of sight aren't drawn: a key in a form of hundreds of rows would lay all of them out for painting.
        'group/row relative scroll-mt-[calc(var(--editor-top,0px)+1rem)] rounded-md border bg-surface outline-none [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]',
        sortable.isDragging && 'shadow-pop',
      )}
    >
      {isSingle ? (
        <div className="flex items-start gap-1 p-1">
          {sortable.handle}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: listens to keys of the control within. */}
          <div
            className="min-w-0 flex-1"
            data-row-body
            onKeyDown={(event) => {
              const asked = readOnly ? null : lineKey(item.type, event);
              if (asked === null) return;
              event.preventDefault();
              if (asked === 'add') actions.add(index + 1, kind);
              else actions.removeEmpty(index);
            }}
          >
            <FormField field={{ ...item, label: name }} path={path} isLabelHidden />
          </div>
          <RowMenu {...props} name={name} />
        </div>
      ) : (
        <FoldedRow {...props} path={path} kind={kind} name={name} handle={sortable.handle} />
      )}
    </li>
  );
});

function typeOf(value: Json | undefined): string | null {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return null;
  const { _type: type } = value as { _type?: Json };
  return typeof type === 'string' ? type : null;
}

interface FoldedRowProps extends RowProps {
  readonly path: string;
  readonly kind: RowKind | null;
  readonly name: string;
  readonly handle: React.ReactNode;
}

function FoldedRow(props: FoldedRowProps) {
  const { rowKey, index, path, kind, name, handle, readOnly } = props;
  const t = fieldsWords.rows;
  const { openRows } = useForm();
  const isOpen = useIsRowOpen(rowKey);
  const fields = kind?.fields ?? null;
  const summary = useFieldFact(
    path,
    useCallback((value: Json | undefined) => rowSummary(fields ?? [], value), [fields]),
  );
  const count = useProblemCount([path]);
  return (
    <>
      <div className="flex items-center gap-1 p-1">
        {handle}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => openRows.set([rowKey], !isOpen)}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-1 text-start text-sm hover:bg-hover max-sm:min-h-10"
        >
          <ChevronRight
            className={cn('size-4 shrink-0 text-muted transition-transform', isOpen ? 'rotate-90' : 'rtl:rotate-180')}
            aria-hidden
          />
          {kind?.icon && (
            <span className="shrink-0 text-muted">
              <SchemaIcon name={kind.icon} />
            </span>
          )}
          <span className="max-w-[50%] shrink-0 truncate font-medium">
            {kind?.label || name}
            <span className="sr-only">
              {kind?.label && ` ${index + 1}`}
              {(summary || count > 0) && ','}
            </span>
          </span>
          <span className="min-w-0 flex-1 truncate text-muted rtl:text-right" dir="auto">
            {summary || <em aria-hidden>{t.noContent}</em>}
            {summary && count > 0 && <span className="sr-only">,</span>}
          </span>
          {!isOpen && <RowPeople path={path} />}
          {count > 0 && <Badge tone="danger">{common.problems({ count })}</Badge>}
        </button>
        <RowMenu {...props} />
      </div>
      {isOpen && (
        <div className="border-t p-4 max-sm:p-3" data-row-body>
          {fields ? (
            <ObjectFields fields={fields} path={path} />
          ) : (
            <UnknownRow path={path} name={name} readOnly={readOnly} />
          )}
        </div>
      )}
    </>
  );
}

/** A block of a kind that the schema doesn't know: shown as it is. */
function UnknownRow({
  path,
  name,
  readOnly,
}: {
  readonly path: string;
  readonly name: string;
  readonly readOnly: boolean;
}) {
  const { store, locale } = useForm();
  const value = useFieldValue(path);
  return (
    <JsonControl
      field={{ key: 'block', label: name, required: false, type: 'json' }}
      value={value}
      onChange={(next) => store.set(locale, path, next)}
      readOnly={readOnly}
      ids={{
        id: path,
        labelId: path,
        'aria-describedby': undefined,
        'aria-invalid': undefined,
        'aria-required': undefined,
      }}
      path={path}
      locale={locale}
    />
  );
}

function RowMenu(props: RowProps & { readonly name: string }) {
  const { index, isLast, actions, readOnly, name, kinds, item } = props;
  const t = fieldsWords.rows;
  if (readOnly) return null;
  const below = { kinds, item, index: index + 1, actions };
  return (
    <>
      <AddBelow {...below} name={name} />
      <MoreMenu label={t.menu({ name })} className="max-sm:size-10">
        <MenuItem icon={CopyPlus} label={common.duplicate} onSelect={() => actions.duplicate(index)} />
        <MenuItem icon={Copy} label={common.copy} onSelect={() => actions.copy([index])} />
        <PasteBelow {...below} />
        <MenuItem
          icon={ArrowUp}
          label={t.moveUp}
          disabled={index === 0}
          onSelect={() => actions.move(index, index - 1)}
        />
        <MenuItem
          icon={ArrowDown}
          label={t.moveDown}
          disabled={isLast}
          onSelect={() => actions.move(index, index + 1)}
        />
        <MenuSeparator />
        <MenuItem icon={Trash2} label={common.remove} danger onSelect={() => actions.remove(index, name)} />
      </MoreMenu>
    </>
  );
}

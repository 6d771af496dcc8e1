import type { FieldDocument, Json } from '@stele/schema';
import { type ReactNode, useCallback, useMemo } from 'react';
import { fields as fieldsWords } from '#messages/fields';
import { form as t } from '#messages/form';
import { cn } from '@/ui/cn.ts';
import { kindOf, rowKinds } from '@/values/row-kinds.ts';
import { rowSummary } from '@/values/row-summary.ts';
import { useFieldFact, useForm, useRowKeys } from '../form/form-context.tsx';
import { type FieldPath, within } from '../form/paths.ts';
import { type FormTab, sectionsOf } from '../parts/form-layout.ts';
import { isAnyShown } from '../parts/use-shown-tabs.ts';
import { hasRows, type RowsField } from './long-form.ts';
import { useOutline } from './outline-view.ts';

/** A tab and what is on it; of a form without tabs only that. */
export function OutlineTab({ tab, isOnly }: { readonly tab: FormTab; readonly isOnly: boolean }) {
  const sections = useMemo(() => sectionsOf(tab.fields), [tab]);
  const lines = sections.map(({ group, fields }) => {
    const inner = fields.map((field) => <OutlineField key={field.key} field={field} />);
    return group === null ? inner : <OutlineGroup key={`group ${group}`} title={group} fields={fields} inner={inner} />;
  });
  if (isOnly) return lines;
  return <OutlineGroup title={tab.name || t.content} fields={tab.fields} inner={lines} />;
}

interface OutlineGroupProps {
  readonly title: string;
  readonly fields: readonly FieldDocument[];
  readonly inner: ReactNode;
}

/** A heading of several fields, which leads to the first of them that is shown. */
function OutlineGroup({ title, fields, inner }: OutlineGroupProps) {
  const { collection } = useForm();
  const first = useFieldFact(
    '',
    useCallback(
      (values: Json | undefined) => fields.find((one) => isAnyShown([one], collection.fields, values))?.key ?? null,
      [fields, collection],
    ),
  );
  if (first === null) return null;
  return (
    <OutlineLine path={first} isHeading title={title}>
      {inner}
    </OutlineLine>
  );
}

function OutlineField({ field }: { readonly field: FieldDocument }) {
  const { collection } = useForm();
  const isVisible = useFieldFact(
    '',
    useCallback((values: Json | undefined) => isAnyShown([field], collection.fields, values), [field, collection]),
  );
  if (!isVisible) return null;
  return (
    <OutlineLine path={field.key} id={field.key} title={field.label}>
      {hasRows(field) && <OutlineRows field={field} />}
    </OutlineLine>
  );
}

function OutlineRows({ field }: { readonly field: RowsField }) {
  const keys = useRowKeys(field.key);
  const kinds = useMemo(() => rowKinds(field), [field]);
  return keys.map((key, index) => (
    <OutlineRow key={key} id={key} index={index} path={within(field.key, index)} kinds={kinds} />
  ));
}

interface OutlineRowProps {
  readonly id: string;
  readonly index: number;
  readonly path: FieldPath;
  readonly kinds: ReturnType<typeof rowKinds>;
}

function OutlineRow({ id, index, path, kinds }: OutlineRowProps) {
  const { rows: t } = fieldsWords;
  const title = useFieldFact(
    path,
    useCallback(
      (value: Json | undefined) => {
        const kind = kindOf(kinds, value);
        const summary = rowSummary(kind?.fields ?? [], value);
        return [kind?.label, summary].filter(Boolean).join(': ') || t.item({ number: index + 1 });
      },
      [kinds, index, t],
    ),
  );
  return <OutlineLine path={path} id={id} title={title} />;
}

interface OutlineLineProps {
  /** Where it leads to. */
  readonly path: FieldPath;
  /** Path of the field or key of the row that it stands for; none for a heading. */
  readonly id?: string;
  readonly title: string;
  readonly isHeading?: boolean;
  /** The lines below it. */
  readonly children?: ReactNode;
}

function OutlineLine({ path, id, title, isHeading = false, children }: OutlineLineProps) {
  const { seen, go } = useOutline();
  const isSeen = id !== undefined && seen.includes(id);
  return (
    <li>
      <button
        type="button"
        onClick={() => go(path)}
        aria-current={id !== undefined && id === seen[0] ? 'location' : undefined}
        data-in-view={isSeen || undefined}
        className={cn(
          'block w-full truncate border-s-2 px-2 py-1 text-start hover:text-foreground',
          isSeen ? 'border-accent text-foreground' : 'border-transparent text-muted',
          isHeading && 'font-medium text-foreground',
        )}
      >
        <bdi>{title}</bdi>
      </button>
      {children && <ul className="ps-2.5">{children}</ul>}
    </li>
  );
}

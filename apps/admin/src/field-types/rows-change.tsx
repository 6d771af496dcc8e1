import type { FieldDocument, FieldShape, Json } from '@stele/schema';
import { changes as words } from '#messages/changes';
import { fields as fieldsWords } from '#messages/fields';
import { type RowChange, rowChanges } from '@/changes/row-changes.ts';
import { Badge } from '@/ui/badge.tsx';
import { kindOf, rowKinds } from '@/values/row-kinds.ts';
import { rowSummary } from '@/values/row-summary.ts';
import type { ChangeOf } from './field-view.ts';
import { FieldChanges } from './object-change.tsx';

const TONES = { added: 'success', removed: 'danger', changed: 'warning', moved: 'info' } as const;

/** The rows of a list or the blocks that came, went, changed and moved. */
export function RowsChange({ shape, before, after, Value }: ChangeOf<'list' | 'blocks'>) {
  const rowWords = fieldsWords.rows;
  const kinds = rowKinds({ key: '', label: '', required: false, ...shape });
  const changes = rowChanges(itemsOf(before), itemsOf(after));
  return (
    <ol className="flex flex-col gap-2">
      {changes.map((change) => {
        if (change.kind === 'same') {
          return (
            <li key={`same-${change.at}`} className="text-xs text-muted">
              {words.unchangedRows({ count: change.count })}
            </li>
          );
        }
        const item = change.kind === 'removed' ? change.before : change.after;
        const kind = kindOf(kinds, item);
        const single = shape.type === 'list' && kind?.fields === null ? shape.of : null;
        return (
          <li key={`${change.kind}-${change.at}`} className="flex flex-col gap-1.5">
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <Badge tone={TONES[change.kind]}>{words[change.kind]}</Badge>
              <span className="font-medium">{kind?.label || rowWords.item({ number: change.at + 1 })}</span>
              {!single && <span className="min-w-0 truncate text-muted">{rowSummary(kind?.fields ?? [], item)}</span>}
            </p>
            <RowContent Value={Value} change={change} single={single} fields={kind?.fields ?? null} />
          </li>
        );
      })}
    </ol>
  );
}

interface RowContentProps extends Pick<ChangeOf, 'Value'> {
  readonly change: Exclude<RowChange, { kind: 'same' }>;
  /** The shape of the item, when it's a single value. */
  readonly single: FieldShape | null;
  readonly fields: readonly FieldDocument[] | null;
}

function RowContent({ change, single, fields, Value }: RowContentProps) {
  if (change.kind === 'moved') return null;
  const before = change.kind === 'added' ? null : change.before;
  const after = change.kind === 'removed' ? null : change.after;
  if (fields) return <FieldChanges Value={Value} fields={fields} before={before} after={after} />;
  return <Value shape={single} before={before} after={after} />;
}

function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

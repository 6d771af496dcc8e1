import {
  assetIdOf,
  assetValuesIn,
  type FieldDocument,
  type FieldShape,
  focusOf,
  isSameJson,
  type Json,
} from '@stele/schema';
import type { ReactNode } from 'react';
import { EntryName } from '@/entry/entry-name.tsx';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { FileLine } from '@/media/file-line.tsx';
import { Badge } from '@/ui/badge.tsx';
import { kindOf, rowKinds } from '@/values/row-kinds.ts';
import { rowSummary } from '@/values/row-summary.ts';
import { valueText } from '@/values/value-text.ts';
import { RichtextChange } from './richtext-change.tsx';
import { type RowChange, rowChanges } from './row-changes.ts';
import { TextDiff } from './text-diff.tsx';

interface ValueChangeProps {
  /** What the value is; null when the schema doesn't know it. */
  readonly shape: FieldShape | null;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** What became of a value, as its type is read: words of texts, rows of lists, fields of objects, names of references. */
export default function ValueChange({ shape, before = null, after = null }: ValueChangeProps) {
  const words = useMessages().changes;
  const formats = useFormats();
  switch (shape?.type) {
    case 'object':
      return <FieldChanges fields={shape.fields} before={before} after={after} />;
    case 'list':
    case 'blocks':
      return <RowChanges shape={shape} before={before} after={after} />;
    case 'reference':
    case 'references':
      return <Names before={idsOf(before)} after={idsOf(after)} nameOf={(id) => <EntryName id={id} />} />;
    case 'asset':
    case 'assets':
      return <Files before={before} after={after} />;
    case 'richtext':
      return <RichtextChange before={before} after={after} />;
    default: {
      const telling = { words, formats };
      const [was, is] = [valueText(shape, before, telling), valueText(shape, after, telling)];
      if (was === is && !isSameJson(before, after)) return <p className="text-sm text-muted">{words.sameText}</p>;
      return <TextDiff before={was} after={is} />;
    }
  }
}

function FieldChanges(props: { fields: readonly FieldDocument[]; before: Json; after: Json }) {
  const [was, is] = [fieldsOf(props.before), fieldsOf(props.after)];
  const changed = props.fields.filter(({ key }) => !isSameJson(was[key], is[key]));
  return (
    <dl className="flex flex-col gap-2 border-s-2 ps-3">
      {changed.map((field) => (
        <div key={field.key}>
          <dt className="mb-1 text-xs font-medium text-muted">{field.label}</dt>
          <dd>
            <ValueChange shape={field} before={was[field.key]} after={is[field.key]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const TONES = { added: 'success', removed: 'danger', changed: 'warning', moved: 'info' } as const;

function RowChanges(props: { shape: FieldShape & { type: 'list' | 'blocks' }; before: Json; after: Json }) {
  const { shape } = props;
  const words = useMessages().changes;
  const rowWords = useMessages().fields.rows;
  const kinds = rowKinds({ key: '', label: '', required: false, ...shape });
  const changes = rowChanges(itemsOf(props.before), itemsOf(props.after));
  return (
    <ol className="flex flex-col gap-2">
      {changes.map((change) => {
        if (change.kind === 'same') {
          return (
            <li key={`same-${change.at}`} className="text-xs text-muted">
              {words.unchangedRows(change.count)}
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
              <span className="font-medium">{kind?.label || rowWords.item(change.at + 1)}</span>
              {!single && <span className="min-w-0 truncate text-muted">{rowSummary(kind?.fields ?? [], item)}</span>}
            </p>
            <RowContent change={change} single={single} fields={kind?.fields ?? null} />
          </li>
        );
      })}
    </ol>
  );
}

interface RowContentProps {
  readonly change: Exclude<RowChange, { kind: 'same' }>;
  /** What the item is, when it's a single value. */
  readonly single: FieldShape | null;
  readonly fields: readonly FieldDocument[] | null;
}

function RowContent({ change, single, fields }: RowContentProps) {
  if (change.kind === 'moved') return null;
  const before = change.kind === 'added' ? null : change.before;
  const after = change.kind === 'removed' ? null : change.after;
  if (fields) return <FieldChanges fields={fields} before={before} after={after} />;
  return <ValueChange shape={single} before={before} after={after} />;
}

/** Files by their names, and those that have another focal point now. */
function Files({ before, after }: { readonly before: Json; readonly after: Json }) {
  const { focusPoint } = useMessages().media;
  const [was, is] = [assetValuesIn(before), assetValuesIn(after)];
  const usesOf = (id: string) => [was, is].map((uses) => uses.find((use) => assetIdOf(use) === id));
  return (
    <Names
      before={was.map(assetIdOf)}
      after={is.map(assetIdOf)}
      nameOf={(id) => {
        const [old, own] = usesOf(id);
        const isRefocused = old !== undefined && own !== undefined && !isSameJson(old, own);
        return (
          <>
            {isRefocused && <Badge tone="warning">{focusPoint}</Badge>}
            {isRefocused && <FileLine id={id} focus={focusOf(old)} />}
            {isRefocused && <span aria-hidden>→</span>}
            <FileLine id={id} focus={focusOf(own ?? old ?? null)} />
          </>
        );
      }}
    />
  );
}

interface NamesProps {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly nameOf: (id: string) => ReactNode;
}

function Names({ before, after, nameOf }: NamesProps) {
  const words = useMessages().changes;
  const gone = before.filter((id) => !after.includes(id));
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {gone.map((id) => (
        <li key={id} className="flex items-center gap-2">
          <Badge tone="danger">{words.removed}</Badge> {nameOf(id)}
        </li>
      ))}
      {after.map((id) => (
        <li key={id} className="flex items-center gap-2">
          {!before.includes(id) && <Badge tone="success">{words.added}</Badge>} {nameOf(id)}
        </li>
      ))}
      {gone.length + after.length === 0 && <li className="text-muted">{words.empty}</li>}
    </ul>
  );
}

function fieldsOf(value: Json): Readonly<Record<string, Json>> {
  return value && typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, Json>>) : {};
}

function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Ids of entries: drafts hold the id alone, published content holds an object with it. */
function idsOf(value: Json): readonly string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    const id = item && typeof item === 'object' && !Array.isArray(item) ? (item as { id?: Json }).id : item;
    return typeof id === 'string' ? [id] : [];
  });
}

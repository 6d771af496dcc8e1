import type { CollectionDocument, Json } from '@stele/schema';
import { Columns3 } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { changes as words } from '#messages/changes';
import { common } from '#messages/common';
import { list as t } from '#messages/list';
import type { Outputs } from '@/api/trpc.ts';
import { LocaleChips } from '@/entry/locale-status.tsx';
import { valueText } from '@/field-types/value-text.ts';
import { viewOf } from '@/field-types/views.ts';
import { formats } from '@/i18n/language.ts';
import { withWords } from '@/i18n/load-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { ActorName } from '@/ui/actor-name.tsx';
import { Button } from '@/ui/button.tsx';
import { Menu, MenuCheckboxItem } from '@/ui/menu.tsx';
import { TimeAgo } from '@/ui/time.tsx';

const ReviewCell = lazy(() => withWords(import('./review-cell.tsx')));

/** An entry as the list has it; with its values when a column needs them. */
export type ListedEntry = Outputs['entries']['list']['data'][number];

/** Columns that can be chosen for a collection, by their keys, in order. */
export function useColumns(collection: CollectionDocument | null): readonly (readonly [string, string])[] {
  const fields = (collection?.fields ?? []).filter(
    ({ type, key }) => viewOf(type).isColumn && key !== collection?.title_field,
  );
  return [
    ...fields.map(({ key, label }) => [`field.${key}`, label] as const),
    ...(collection?.workflow ? Object.entries(t.review) : []),
    ['languages', common.languages],
    ['edited', common.edited],
    ['created', common.created],
  ];
}

/** The chosen columns. */
export function shownColumns(
  chosen: readonly string[],
  columns: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  return columns.filter(([key]) => chosen.includes(key));
}

interface ColumnsMenuProps {
  readonly columns: readonly (readonly [string, string])[];
  readonly shown: readonly (readonly [string, string])[];
  readonly onChange: (columns: readonly string[] | null) => void;
}

/** Chooses the columns of the list. */
export function ColumnsMenu({ columns, shown, onChange }: ColumnsMenuProps) {
  const keys = shown.map(([key]) => key);
  return (
    <Menu trigger={<Button icon={Columns3} label={t.columns} variant="ghost" className="max-md:hidden" />}>
      {columns.map(([key, label]) => (
        <MenuCheckboxItem
          key={key}
          checked={keys.includes(key)}
          onCheckedChange={(is) => onChange(is ? [...keys, key] : keys.filter((one) => one !== key))}
        >
          {label}
        </MenuCheckboxItem>
      ))}
    </Menu>
  );
}

interface CellProps {
  readonly column: string;
  readonly entry: ListedEntry;
  readonly collection: CollectionDocument | null;
  /** The language of its values; null for the project's default. */
  readonly locale: string | null;
}

/** The content of a column for an entry. */
export function Cell({ column, entry, collection, locale }: CellProps): ReactNode {
  const { project } = useProject();
  switch (column) {
    case 'state':
    case 'assignee':
    case 'due':
      return <Suspense>{collection && <ReviewCell column={column} entry={entry} collection={collection} />}</Suspense>;
    case 'languages':
      return (
        <LocaleChips
          entry={entry}
          locales={project.locales}
          translations={entry.translations}
          outdated={entry.outdated_fields}
        />
      );
    case 'edited':
      return (
        <span className="min-w-0 text-xs leading-tight text-muted [overflow-wrap:anywhere]">
          <TimeAgo at={entry.updated_at} className="block" /> <ActorName actor={entry.updated_by} />
        </span>
      );
    case 'created':
      return <TimeAgo at={entry.created_at} className="truncate text-xs text-muted" />;
    default: {
      const field = collection?.fields.find(({ key }) => `field.${key}` === column);
      const value = field && valuesIn(entry, locale ?? project.default_locale)?.[field.key];
      if (!field || value === undefined || value === null) return null;
      const { Cell: OwnCell } = viewOf(field.type);
      if (OwnCell) return <OwnCell value={value} />;
      return (
        <span className="truncate tabular-nums" dir="auto">
          {valueText(field, value, { words, formats })}
        </span>
      );
    }
  }
}

/** The values of an entry in a language, else in another one; undefined where the list has none. */
export function valuesIn(entry: ListedEntry, locale: string): Readonly<Record<string, Json>> | undefined {
  const values = 'values' in entry ? (entry.values as Record<string, Record<string, Json>>) : {};
  return values[locale] ?? Object.values(values)[0];
}

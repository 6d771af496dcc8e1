// biome-ignore-all lint/a11y/useSemanticElements: an HTML table can't position single rows, as this virtual list does
'use client';

import type { CollectionDocument } from '@stele/schema';
import { Copy, ExternalLink, EyeOff, Rocket, RotateCcw, Trash2 } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { common } from '#messages/common';
import { entries as words } from '#messages/entries';
import { list as t } from '#messages/list';
import { PeopleIn } from '@/editor/presence/people-in.tsx';
import { useWasLive } from '@/entry/was-live.ts';
import { formats } from '@/i18n/language.ts';
import { mayPublish } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { cn } from '@/ui/cn.ts';
import { Link } from '@/ui/link.tsx';
import { MenuItem, MenuSeparator, MoreMenu } from '@/ui/menu.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { clickOverCell, EditableCell } from './editable-cell.tsx';
import { entryAddress, titleIn } from './entry-link.ts';
import { reasonsFound } from './found-by.ts';
import { Cell, type ListedEntry } from './list-columns.tsx';
import { useConfirmedBulk } from './use-confirmed-bulk.tsx';

/** The properties that make a row draggable. */
interface RowDrag {
  readonly ref: (element: HTMLElement | null) => void;
  readonly style: CSSProperties;
  readonly handle: ReactNode;
}

export interface EntryRowProps {
  readonly entry: ListedEntry;
  readonly index: number;
  /** Where the row begins in the list, in pixels. */
  readonly start: number;
  readonly measure: (element: HTMLElement | null) => void;
  readonly columns: readonly (readonly [string, string])[];
  readonly collection: CollectionDocument | null;
  /** The language in which it's shown and opened; null for the project's default. */
  readonly locale: string | null;
  readonly isTrash: boolean;
  /** Whether rows are ordered by hand. */
  readonly isOrdered: boolean;
  /** The drag properties for rows ordered by hand, once they're loaded. */
  readonly drag: RowDrag | null;
  readonly isSelected: boolean;
  /** Whether anything is selected: then the boxes stay in sight. */
  readonly isSelecting: boolean;
  /** Selects it, or all from the last one on; null for those who may only read. */
  readonly onToggle: ((isRange: boolean) => void) | null;
}

/** One entry of the list: a row of cells; on a phone, its title with the languages below. */
export function EntryRow(props: EntryRowProps) {
  const {
    entry,
    index,
    start,
    columns,
    collection,
    locale,
    isTrash,
    isSelected,
    isSelecting,
    onToggle,
    isOrdered,
    drag,
  } = props;
  const open = useProject();
  const { day } = formats;
  const navigate = useNavigate();
  const fieldOf = (key: string | null) => collection?.fields.find((one) => one.key === key);
  const own = collection ?? open.schema?.collections.find(({ key }) => key === entry.collection_key) ?? null;
  const text = titleIn(entry, own, locale);
  const title = text || common.untitled;
  const href = entryAddress(open, entry, locale);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the link and buttons in it take the focus
    <div
      role="row"
      // The headings are the first.
      aria-rowindex={index + 2}
      data-index={index}
      ref={(element) => {
        props.measure(element);
        drag?.ref(element);
      }}
      style={{ ...drag?.style, top: start }}
      className={cn(
        'group/row absolute inset-x-0 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 border-b bg-surface px-3 py-1.5 last:border-b-0 hover:bg-hover sm:grid sm:grid-cols-[var(--columns)]',
        isSelected && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      {isOrdered && <div role="cell">{drag?.handle}</div>}
      {onToggle && (
        <div role="cell" className="flex">
          <input
            type="checkbox"
            aria-label={t.select({ title })}
            checked={isSelected}
            onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
            className={cn(
              'relative z-10 size-4 shrink-0 accent-accent transition-opacity max-sm:size-5',
              !isSelecting &&
                'opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 max-sm:opacity-100',
            )}
          />
        </div>
      )}
      <div role="cell" className="min-w-0 max-sm:flex-1 max-sm:basis-3/4">
        <div className="flex min-w-0 items-baseline gap-2">
          <EditableCell field={fieldOf(collection?.title_field ?? null)} entry={entry} title={title} locale={locale}>
            <Link
              href={href}
              data-entry-link
              onClick={(event) => {
                // Elsewhere in the system it would open a window.
                if (!event.shiftKey || !onToggle) return clickOverCell(event, () => navigate.push(href));
                event.preventDefault();
                onToggle(true);
              }}
              dir="auto"
              className={cn(
                'truncate font-medium after:absolute after:inset-0 after:-outline-offset-2 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring',
                // Italics lean out of their box, which cuts them off.
                !text && 'pe-1 text-muted italic',
              )}
            >
              {title}
            </Link>
          </EditableCell>
          {!isTrash && <PeopleIn entryId={entry.id} />}
          {!collection && <span className="shrink-0 text-xs text-muted">{own?.label ?? entry.collection_key}</span>}
        </div>
        {reasonsFound(entry, own, locale).map((reason, at) => (
          <p key={entry.found_by?.[at]?.id} className="truncate text-xs text-muted" dir="auto">
            {reason}
          </p>
        ))}
      </div>
      {columns.map(([key]) => (
        <div
          key={key}
          role="cell"
          data-field-cell
          className={cn('flex min-w-0 items-center text-sm', key !== 'languages' && 'max-sm:hidden')}
        >
          <EditableCell
            field={fieldOf(key.startsWith('field.') ? key.slice('field.'.length) : null)}
            entry={entry}
            title={title}
            locale={locale}
          >
            <Cell column={key} entry={entry} collection={collection} locale={locale} />
          </EditableCell>
        </div>
      ))}
      {isTrash && entry.purge_at && (
        <span role="cell" className="flex shrink-0 items-center gap-2 text-xs text-muted">
          <WasLive entry={entry} />
          {t.removedForGood({ day: day(entry.purge_at) })}
        </span>
      )}
      {onToggle && <RowMenu entry={entry} title={title} href={href} isTrash={isTrash} />}
    </div>
  );
}

function WasLive({ entry }: { readonly entry: ListedEntry }) {
  const text = useWasLive(entry);
  return (
    text && (
      <Badge tone="success" title={text} className="max-w-72">
        <span className="truncate">{text}</span>
      </Badge>
    )
  );
}

interface RowMenuProps {
  readonly entry: ListedEntry;
  readonly title: string;
  /** Where it's opened. */
  readonly href: string;
  readonly isTrash: boolean;
}

function RowMenu({ entry, title, href, isTrash }: RowMenuProps) {
  const bulk = useConfirmedBulk();
  const run = (action: Parameters<typeof bulk.ask>[0]): void => bulk.ask(action, [entry]);
  const open = useProject();
  const canPublish = mayPublish(open, entry);
  const isLive = entry.status === 'published';
  const wasLive = entry.was_live_in.length > 0;
  return (
    // The menu stays in sight when a list that is too wide is moved sideways.
    <div role="cell" className="relative z-10 bg-inherit max-sm:ms-auto sm:sticky sm:end-0">
      <MoreMenu label={t.rowMenu({ title })} className="max-sm:size-10">
        {isTrash ? (
          <>
            {wasLive && (
              <MenuItem
                icon={Rocket}
                label={words.restoreLive}
                disabled={!canPublish}
                onSelect={() => run('republish')}
              />
            )}
            <MenuItem
              icon={RotateCcw}
              label={wasLive ? words.restoreDraft : common.restore}
              onSelect={() => run('restore')}
            />
          </>
        ) : (
          <>
            <MenuItem asChild>
              <a href={href} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden /> {common.openInNewTab}
              </a>
            </MenuItem>
            <MenuItem icon={Copy} label={common.duplicate} onSelect={() => bulk.duplicate(entry.id)} />
            <MenuItem
              icon={EyeOff}
              label={common.unpublish}
              disabled={!isLive || !canPublish}
              onSelect={() => run('unpublish')}
            />
            <MenuSeparator />
            <MenuItem
              icon={Trash2}
              label={common.delete}
              danger
              disabled={isLive && !canPublish}
              onSelect={() => run('trash')}
            />
          </>
        )}
      </MoreMenu>
      {bulk.question}
    </div>
  );
}

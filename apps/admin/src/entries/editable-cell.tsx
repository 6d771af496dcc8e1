import type { FieldDocument } from '@stele/schema';
import { Pencil } from 'lucide-react';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { list as t } from '#messages/list';
import { viewOf } from '@/field-types/views.ts';
import { mayWrite } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { IconButton } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import type { ListedEntry } from './list-columns.tsx';

const CellEditor = lazyPart(async () => (await import('./cell-editor.tsx')).CellEditor);

/** A second click comes within this time. */
const SECOND_CLICK_MS = 250;

interface EditableCellProps {
  readonly field: FieldDocument | undefined;
  readonly entry: ListedEntry;
  readonly title: string;
  /** The language of its values; null for the project's default. */
  readonly locale: string | null;
  /** The cell's content. */
  readonly children: ReactNode;
}

/** A cell with a simple value, which can be edited in its place by those who may. */
export function EditableCell({ field, entry, title, locale, children }: EditableCellProps) {
  const open = useProject();
  const [state, setState] = useState<'shown' | 'edited' | 'left'>('shown');
  const button = useRef<HTMLButtonElement>(null);
  // At once, so that no key that follows is lost.
  useLayoutEffect(() => {
    if (state === 'left') button.current?.focus();
  }, [state]);
  const begun = Object.keys(entry.locales_status);
  const place = field?.localized ? (locale ?? open.project.default_locale) : (begun[0] ?? '');
  const isEditable =
    field !== undefined &&
    viewOf(field.type).isEditedInCell === true &&
    entry.status !== 'trashed' &&
    begun.includes(place) &&
    (field.localized ? [place] : begun).every((one) => mayWrite(open, entry, one));
  if (!isEditable) return children;
  if (state === 'edited') {
    return (
      <CellEditor
        entry={entry}
        field={field}
        locale={place}
        onClose={(isLeft) => setState(isLeft ? 'left' : 'shown')}
      />
    );
  }
  return (
    <>
      {children}
      {/* Over the end of the value, so that it takes no space from it. */}
      <span className="relative z-10 ms-auto w-0 self-center max-sm:hidden">
        <IconButton
          ref={button}
          icon={Pencil}
          label={t.editCell({ field: field.label, title })}
          data-edit-cell
          className="absolute end-0 top-1/2 size-6 -translate-y-1/2 border bg-surface opacity-0 focus-visible:opacity-100 group-hover/row:opacity-100 pointer-coarse:size-10 pointer-coarse:opacity-100 [&_svg]:size-3.5"
          onClick={() => setState('edited')}
        />
      </span>
    </>
  );
}

let opening: ReturnType<typeof setTimeout> | undefined;

/**
 * A click on a row opens its entry. Over a cell that can be edited it waits for a second click, which edits that one.
 *
 * @param open opens the entry
 */
export function clickOverCell(event: MouseEvent, open: () => void): void {
  const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const cells = document.elementsFromPoint(event.clientX, event.clientY);
  // The link lies over the whole row.
  const cell = isPlain && event.detail > 0 ? cells.find((one) => one.matches('[data-field-cell]')) : undefined;
  const edit = cell?.querySelector<HTMLElement>('[data-edit-cell]');
  if (!edit) return;
  event.preventDefault();
  clearTimeout(opening);
  if (event.detail > 1) edit.click();
  else opening = setTimeout(open, SECOND_CLICK_MS);
}

import { arrayMove } from '@dnd-kit/sortable';
import { ExternalLink, Link2, PanelRightOpen, X } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { fields as t } from '#messages/fields';
import type { Outputs } from '@/api/trpc.ts';
import { LocaleChips } from '@/entry/locale-status.tsx';
import { useEntries } from '@/entry/use-entry.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { focusDrawn } from '@/ui/keep-focus.ts';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Link } from '@/ui/link.tsx';
import { Skeleton } from '@/ui/states.tsx';
import { SortableRows, useSortableRow } from '../../ui/sortable-rows.tsx';
import { useEntryPanel } from '../entry-panel-context.ts';
import type { ControlOf } from './control.ts';

const EntryPicker = lazyPart(async () => (await import('./entry-picker.tsx')).EntryPicker);

/** One or several entries that this one refers to, each with its state. */
export function ReferencesControl({
  field,
  value,
  onChange,
  readOnly,
  ids: { id },
}: ControlOf<'reference' | 'references'>) {
  const [isPicking, setPicking] = useState(false);
  const isMany = field.type === 'references';
  const ids = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
  const entries = useEntries(ids);
  const set = (next: readonly string[]): void =>
    onChange(isMany ? (next.length === 0 ? null : next) : (next[0] ?? null));
  const remove = (one: string): void => {
    set(ids.filter((other) => other !== one));
    focusDrawn(id);
  };
  return (
    <div className="flex flex-col gap-2">
      {ids.length > 0 && (
        <SortableRows keys={ids} onMove={(from, to) => set(arrayMove([...ids], from, to))}>
          <ul className="flex flex-col gap-1.5">
            {ids.map((one, index) => (
              <Referred
                key={one}
                id={one}
                elementId={isMany ? undefined : id}
                entry={entries[index]?.data}
                isMissing={entries[index]?.isError ?? false}
                isFixed={readOnly || !isMany}
                onRemove={readOnly ? null : () => remove(one)}
              />
            ))}
          </ul>
        </SortableRows>
      )}
      {!readOnly && (isMany || ids.length === 0) && (
        <Button
          icon={Link2}
          label={isMany ? t.chooseEntries : t.chooseEntry}
          id={id}
          size="sm"
          className="self-start"
          onClick={() => setPicking(true)}
        />
      )}
      {isPicking && (
        <EntryPicker
          open
          onOpenChange={setPicking}
          collections={field.collections}
          {...(isMany && { chosen: ids })}
          mayCreate
          onPick={(picked) =>
            set(ids.includes(picked) ? ids.filter((one) => one !== picked) : [...(isMany ? ids : []), picked])
          }
        />
      )}
    </div>
  );
}

interface ReferredProps {
  readonly id: string;
  /** Where the field has nothing else that its label leads to. */
  readonly elementId: string | undefined;
  readonly entry: Outputs['entries']['get'] | undefined;
  readonly isMissing: boolean;
  readonly isFixed: boolean;
  readonly onRemove: (() => void) | null;
}

function Referred({ id, elementId, entry, isMissing, isFixed, onRemove }: ReferredProps) {
  const { project } = useProject();
  const openPanel = useEntryPanel();
  const name = entry?.title || (entry ? common.untitled : t.reference);
  const sortable = useSortableRow(id, name, isFixed);
  return (
    <li
      ref={sortable.ref}
      style={sortable.style}
      id={elementId}
      tabIndex={-1}
      data-row-key={id}
      className="relative flex min-h-11 items-center gap-1 rounded-md border bg-surface p-1"
    >
      {sortable.handle}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 px-1.5">
        {entry && (
          <>
            <button
              type="button"
              className="min-w-0 truncate text-start font-medium hover:underline"
              onClick={() => openPanel(id)}
            >
              {name}
            </button>
            <span className="ms-auto">
              {entry.status === 'trashed' ? (
                <span className="text-xs text-danger">{common.inTrash}</span>
              ) : (
                <LocaleChips entry={entry} locales={project.locales} />
              )}
            </span>
          </>
        )}
        {!entry && !isMissing && <Skeleton className="h-4 w-40" />}
        {isMissing && <span className="text-sm text-danger">{t.entryMissing({ id })}</span>}
      </div>
      {entry && (
        <>
          <IconButton icon={PanelRightOpen} label={`${t.openEntry}: ${name}`} onClick={() => openPanel(id)} />
          <Button asChild variant="ghost" size="icon-sm" className="max-sm:hidden">
            <Link href={`/projects/${project.id}/entries/${id}`} aria-label={`${common.openAsPage}: ${name}`}>
              <ExternalLink aria-hidden />
            </Link>
          </Button>
        </>
      )}
      {onRemove && <IconButton icon={X} label={common.removeNamed({ name })} onClick={onRemove} />}
    </li>
  );
}

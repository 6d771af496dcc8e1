import type { FieldDocument, Json } from '@stele/schema';
import { ClipboardPaste, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { fields } from '#messages/fields';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/menu.tsx';
import { type RowKind, takes } from '@/values/row-kinds.ts';
import { copiedRows } from './copied-rows.ts';
import type { RowActions } from './use-row-actions.ts';

interface AddRowProps {
  readonly kinds: readonly RowKind[];
  /** The item of a list as a field; null for blocks. */
  readonly item: FieldDocument | null;
  /** Where the new row comes. */
  readonly index: number;
  readonly actions: RowActions;
}

/** Adds a row at the end: at once where there's one kind and nothing to paste, else from a menu. */
export function AddRow(props: AddRowProps) {
  const t = fields.rows;
  const { user } = useProject();
  const [pasted, setPasted] = useState<readonly Json[]>([]);
  const [only] = props.kinds;
  const isDirect = props.kinds.length === 1 && only !== undefined;
  const label = only?.type === null ? t.addItem : t.addBlock;
  const look = (): void => setPasted(pastable(user.id, props));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looks what could be pasted before one gets there.
    <div className="flex flex-wrap gap-1.5" onPointerEnter={look} onFocus={look}>
      {isDirect ? (
        <Button icon={Plus} label={label} size="sm" data-add-row onClick={() => props.actions.add(props.index, only)} />
      ) : (
        <AddMenu {...props} trigger={<Button icon={Plus} label={label} size="sm" data-add-row />} />
      )}
      {isDirect && pasted.length > 0 && (
        <Button
          icon={ClipboardPaste}
          label={t.paste({ count: pasted.length })}
          size="sm"
          variant="ghost"
          onClick={() => props.actions.paste(props.index, pasted)}
        />
      )}
    </div>
  );
}

/** A menu of the kinds of rows that can come somewhere, and of what was copied. */
export function AddMenu(props: AddRowProps & { readonly trigger: ReactNode }) {
  const t = fields.rows;
  const { user } = useProject();
  const [pasted, setPasted] = useState<readonly Json[]>([]);
  return (
    <Menu align="start" trigger={props.trigger} onOpenChange={(open) => open && setPasted(pastable(user.id, props))}>
      <MenuLabel>{props.item === null ? t.addBlock : t.addItem}</MenuLabel>
      {props.kinds.map((kind) => (
        <MenuItem
          icon={Plus}
          label={kind.label || t.addItem}
          key={kind.type ?? ''}
          onSelect={() => props.actions.add(props.index, kind)}
        />
      ))}
      {pasted.length > 0 && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={ClipboardPaste}
            label={t.paste({ count: pasted.length })}
            onSelect={() => props.actions.paste(props.index, pasted)}
          />
        </>
      )}
    </Menu>
  );
}

function pastable(userId: string, { kinds, item }: Pick<AddRowProps, 'kinds' | 'item'>): readonly Json[] {
  return copiedRows(userId).filter((one) => takes(kinds, item, one));
}

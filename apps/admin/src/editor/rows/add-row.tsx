import type { FieldDocument, Json } from '@stele/schema';
import { ClipboardPaste, Plus } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { fields } from '#messages/fields';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { MenuItem } from '@/ui/menu.tsx';
import { type RowKind, takes } from '@/values/row-kinds.ts';
import { copiedRows } from './copied-rows.ts';
import type { RowActions } from './use-row-actions.ts';

const BlockPicker = lazyPart(async () => (await import('./block-picker.tsx')).BlockPicker);

interface AddRowProps {
  readonly kinds: readonly RowKind[];
  /** The item of a list as a field; null for blocks. */
  readonly item: FieldDocument | null;
  /** Where the new row comes. */
  readonly index: number;
  readonly actions: RowActions;
}

/** Adds a row at the end: at once where there's one kind, else of the kind that's picked. */
export function AddRow(props: AddRowProps) {
  const { item, index, actions } = props;
  const t = fields.rows;
  const { user } = useProject();
  const [pasted, setPasted] = useState<readonly Json[]>([]);
  const { button, picker } = useAdding(props);
  const look = (): void => setPasted(pastable(user.id, props));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looks what could be pasted before one gets there.
    <div className="flex flex-wrap gap-1.5" onPointerEnter={look} onFocus={look}>
      <Button icon={Plus} label={item === null ? t.addBlock : t.addItem} size="sm" data-add-row {...button} />
      {pasted.length > 0 && (
        <Button
          icon={ClipboardPaste}
          label={t.paste({ count: pasted.length })}
          size="sm"
          variant="ghost"
          onClick={() => actions.paste(index, pasted)}
        />
      )}
      {picker}
    </div>
  );
}

/** Adds a row below another one. */
export function AddBelow({ name, ...props }: AddRowProps & { readonly name: string }) {
  const { button, picker } = useAdding(props);
  return (
    <>
      <IconButton
        icon={Plus}
        label={`${fields.rows.addBelow}: ${name}`}
        className="text-transparent group-focus-within/row:text-muted group-hover/row:text-muted focus-visible:text-foreground aria-expanded:text-foreground max-sm:hidden"
        {...button}
      />
      {picker}
    </>
  );
}

/** An item of a row's menu, if something that was copied can come below the row. */
export function PasteBelow(props: AddRowProps) {
  const { user } = useProject();
  const [pasted] = useState(() => pastable(user.id, props));
  if (pasted.length === 0) return null;
  return (
    <MenuItem
      icon={ClipboardPaste}
      label={fields.rows.paste({ count: pasted.length })}
      onSelect={() => props.actions.paste(props.index, pasted)}
    />
  );
}

/** Properties of a button that adds a row, and the picker that it opens. */
function useAdding({ kinds, index, actions }: AddRowProps): {
  readonly button: ComponentProps<'button'>;
  readonly picker: ReactNode;
} {
  const [isPicking, setPicking] = useState(false);
  const [only, ...others] = kinds;
  if (only && others.length === 0) return { button: { onClick: () => actions.add(index, only) }, picker: null };
  return {
    button: { 'aria-haspopup': 'dialog', 'aria-expanded': isPicking, onClick: () => setPicking(true) },
    picker: isPicking && (
      <BlockPicker kinds={kinds} onOpenChange={setPicking} onPick={(kind) => actions.add(index, kind)} />
    ),
  };
}

function pastable(userId: string, { kinds, item }: Pick<AddRowProps, 'kinds' | 'item'>): readonly Json[] {
  return copiedRows(userId).filter((one) => takes(kinds, item, one));
}

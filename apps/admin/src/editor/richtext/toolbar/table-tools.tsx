import type { Editor } from '@tiptap/react';
import { Table } from 'lucide-react';
import { richtext as t } from '#messages/richtext';
import { MenuItem, MenuSeparator } from '@/ui/menu.tsx';
import { ToolMenu } from './tool-menu.tsx';

/** Actions on the table with the cursor. */
export function TableTools({ editor }: { readonly editor: Editor }) {
  const item = (label: string, run: () => void, danger = false) => (
    <MenuItem label={label} danger={danger} onSelect={() => requestAnimationFrame(run)} />
  );
  const chain = () => editor.chain().focus();
  return (
    <ToolMenu
      editor={editor}
      face={
        <>
          <Table aria-hidden /> {t.table}
        </>
      }
    >
      {item(t.rowAbove, () => chain().addRowBefore().run())}
      {item(t.rowBelow, () => chain().addRowAfter().run())}
      {item(t.columnBefore, () => chain().addColumnBefore().run())}
      {item(t.columnAfter, () => chain().addColumnAfter().run())}
      {item(t.headerRow, () => chain().toggleHeaderRow().run())}
      {item(t.mergeOrSplit, () => chain().mergeOrSplit().run())}
      <MenuSeparator />
      {item(t.deleteRow, () => chain().deleteRow().run(), true)}
      {item(t.deleteColumn, () => chain().deleteColumn().run(), true)}
      {item(t.deleteTable, () => chain().deleteTable().run(), true)}
    </ToolMenu>
  );
}

'use client';

import type { Editor } from '@tiptap/react';
import { ChevronDown, Table } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { useMessages } from '@/i18n/language-context.ts';
import { Menu, MenuItem, MenuSeparator } from '@/ui/menu.tsx';

/** What can be done to the table with the cursor. */
export function TableTools({ editor }: { readonly editor: Editor }) {
  const t = useMessages().richtext;
  const item = (label: string, run: () => void, danger = false) => (
    <MenuItem danger={danger} onSelect={() => requestAnimationFrame(run)}>
      {label}
    </MenuItem>
  );
  const chain = () => editor.chain().focus();
  return (
    <Menu
      align="start"
      trigger={
        <Toolbar.Button
          type="button"
          className="flex h-7 shrink-0 items-center gap-1 rounded-md px-2 text-xs font-medium hover:bg-hover max-sm:h-10 [&_svg]:size-3.5"
        >
          <Table aria-hidden /> {t.tableToolbar} <ChevronDown aria-hidden />
        </Toolbar.Button>
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
    </Menu>
  );
}

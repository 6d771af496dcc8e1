import { Command } from 'cmdk';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { fields } from '#messages/fields';
import { SchemaIcon } from '@/project/schema-icon.tsx';
import { COMMAND_ITEM, CommandDialog, CommandEmpty } from '@/ui/command-dialog.tsx';
import type { RowKind } from '@/values/row-kinds.ts';
import { foundKinds } from './found-kinds.ts';

interface BlockPickerProps {
  readonly kinds: readonly RowKind[];
  readonly onOpenChange: (open: boolean) => void;
  readonly onPick: (kind: RowKind) => void;
}

/** Finds a kind of block by what the schema says of it. Enter takes the first hit. */
export function BlockPicker({ kinds, onOpenChange, onPick }: BlockPickerProps) {
  const t = fields.rows;
  const [text, setText] = useState('');
  const hasPictures = kinds.some(({ picture }) => picture);
  return (
    <CommandDialog
      open
      onOpenChange={onOpenChange}
      title={t.addBlock}
      placeholder={t.searchBlocks}
      text={text}
      onTextChange={setText}
      filter={false}
    >
      <CommandEmpty>{t.noBlock}</CommandEmpty>
      {foundKinds(kinds, text).map((kind) => (
        <Command.Item
          key={kind.type}
          value={kind.type ?? ''}
          className={COMMAND_ITEM}
          onSelect={() => {
            onOpenChange(false);
            onPick(kind);
          }}
        >
          {hasPictures ? <KindPicture kind={kind} /> : <KindIcon kind={kind} />}
          <span className="flex min-w-0 flex-1 flex-col gap-0.5">
            <span className="flex items-center gap-2 font-medium">
              {kind.picture && kind.icon && <KindIcon kind={kind} />}
              <span className="min-w-0 truncate">{kind.label}</span>
            </span>
            {kind.help && (
              <span className="line-clamp-2 text-xs text-muted rtl:text-right" dir="auto">
                {kind.help}
              </span>
            )}
          </span>
        </Command.Item>
      ))}
    </CommandDialog>
  );
}

function KindIcon({ kind }: { readonly kind: RowKind }) {
  return kind.icon ? <SchemaIcon name={kind.icon} /> : <Plus className="shrink-0" aria-hidden />;
}

/** The picture of a kind, or its icon while there's none. */
function KindPicture({ kind }: { readonly kind: RowKind }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className="flex aspect-3/2 w-24 shrink-0 items-center justify-center overflow-hidden rounded-md border bg-sunken max-sm:w-20">
      {kind.picture && !isBroken ? (
        // The picture's host learns no address of the admin.
        <img
          src={kind.picture}
          alt=""
          referrerPolicy="no-referrer"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <KindIcon kind={kind} />
      )}
    </span>
  );
}

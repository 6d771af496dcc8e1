import { isRichtextHref } from '@stele/schema';
import { type Editor, posToDOMRect } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { Popover } from 'radix-ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { common } from '#messages/common';
import { richtext as t } from '#messages/richtext';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { EntryPicker } from '../fields/entry-picker.tsx';
import { completeAddress } from './complete-address.ts';
import { useEntryTitle } from './use-entry-title.ts';

interface LinkPopoverProps {
  readonly editor: Editor;
  readonly collections: readonly string[];
  readonly onClose: () => void;
}

/** Makes a link of the selection, or changes the link with the cursor, beside it. */
export function LinkPopover({ editor, collections, onClose }: LinkPopoverProps) {
  const [{ before, isThere }] = useState(() => ({
    before: editor.getAttributes('link') as Record<string, string | undefined>,
    isThere: editor.isActive('link'),
  }));
  const range = useSelectedAtFirst(editor);
  const [href, setHref] = useState(before.href ?? '');
  const [entry, setEntry] = useState(before.entry ?? null);
  const [newTab, setNewTab] = useState(before.target === '_blank');
  const [isPicking, setPicking] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const confirm = useRef<HTMLButtonElement>(null);
  const titleOfEntry = useEntryTitle(entry);
  const isChosen = entry !== null && entry !== before.entry && titleOfEntry !== null;
  // A chosen entry only has to be confirmed: the button that began the choice would begin it again.
  useEffect(() => {
    if (isChosen && !isPicking) confirm.current?.focus();
  }, [isChosen, isPicking]);

  const close = (): void => {
    onClose();
    editor.commands.focus();
  };
  const apply = (event?: FormEvent): void => {
    event?.preventDefault();
    event?.stopPropagation();
    const address = completeAddress(href);
    if (entry === null && !isRichtextHref(address)) {
      setWrong(true);
      return;
    }
    const { rel, class: className, title } = before;
    const attributes = {
      rel,
      class: className,
      title,
      target: newTab ? '_blank' : undefined,
      ...(entry === null ? { href: address } : { entry }),
    };
    const selected = range.current;
    const chain = editor.chain().setTextSelection(selected).extendMarkRange('link').unsetMark('link');
    if (selected.from === selected.to && !isThere) {
      const text = entry === null ? address : titleOfEntry;
      if (text === null) return;
      chain.insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: attributes }] });
    } else {
      chain.setMark('link', attributes).setTextSelection(selected);
    }
    chain.setMeta('preventAutolink', true).run();
    close();
  };
  const place = useRef({
    getBoundingClientRect: () => {
      const { size } = editor.state.doc.content;
      const { from, to } = range.current;
      return posToDOMRect(editor.view, Math.min(from, size), Math.min(to, size));
    },
  });

  return (
    <>
      <Popover.Root open onOpenChange={(open) => !open && !isPicking && close()}>
        <Popover.Anchor virtualRef={place} />
        <Popover.Portal>
          <Popover.Content
            aria-label={t.link}
            align="start"
            sideOffset={6}
            collisionPadding={8}
            onInteractOutside={(event) => isPicking && event.preventDefault()}
            className="z-40 w-[min(26rem,94vw)] rounded-lg border bg-surface p-3 shadow-pop outline-none"
          >
            <form onSubmit={apply} className="flex flex-col gap-2">
              {entry === null ? (
                <TextField
                  label={t.address}
                  help={t.addressHint}
                  error={isWrong ? t.addressWrong : undefined}
                  autoFocus
                  inputMode="url"
                  className="max-sm:h-10"
                  value={href}
                  onChange={(event) => {
                    setHref(event.target.value);
                    setWrong(false);
                  }}
                />
              ) : (
                <p className="flex items-center gap-2 text-sm">
                  <span className="text-muted">{t.linkTo}</span>
                  <span className="min-w-0 flex-1 truncate font-medium">{titleOfEntry ?? common.loading}</span>
                  <Button label={t.address} size="sm" className="max-sm:h-10" onClick={() => setEntry(null)} />
                </p>
              )}
              <div className="flex flex-wrap items-center justify-between gap-2">
                <Checkbox
                  label={common.openInNewTab}
                  className="max-sm:min-h-10"
                  checked={newTab}
                  onChange={(event) => setNewTab(event.target.checked)}
                />
                <Button label={t.linkEntry} size="sm" className="max-sm:h-10" onClick={() => setPicking(true)} />
              </div>
              <div className="flex flex-wrap justify-end gap-2">
                {isThere && (
                  <Button
                    label={t.unlink}
                    variant="danger"
                    size="sm"
                    className="me-auto max-sm:h-10"
                    onClick={() => {
                      editor
                        .chain()
                        .setTextSelection(range.current)
                        .unsetMark('link', { extendEmptyMarkRange: true })
                        .run();
                      close();
                    }}
                  />
                )}
                <Button
                  label={common.apply}
                  ref={confirm}
                  disabled={entry !== null && titleOfEntry === null}
                  type="submit"
                  variant="primary"
                  size="sm"
                  className="max-sm:h-10"
                />
              </div>
            </form>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <EntryPicker
        open={isPicking}
        onOpenChange={setPicking}
        collections={collections}
        onPick={(id) => {
          setEntry(id);
          setPicking(false);
        }}
      />
    </>
  );
}

/** The range selected at first: a save that brings other changes moves the range, and may move the cursor. */
function useSelectedAtFirst(editor: Editor) {
  const { from, to } = editor.state.selection;
  const range = useRef({ from, to });
  useEffect(() => {
    const follow = ({ transaction }: { readonly transaction: Transaction }): void => {
      const { from, to } = range.current;
      const { mapping } = transaction;
      const start = mapping.map(from, 1);
      range.current = { from: start, to: from === to ? start : Math.max(start, mapping.map(to, -1)) };
    };
    editor.on('transaction', follow);
    return () => void editor.off('transaction', follow);
  }, [editor]);
  return range;
}

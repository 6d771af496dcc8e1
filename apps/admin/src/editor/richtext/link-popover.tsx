import { type Editor, posToDOMRect } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { Popover } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { common } from '#messages/common';
import { richtext as t } from '#messages/richtext';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { keepFocus } from '@/ui/keep-focus.ts';
import { tellProblem } from '@/ui/toast.tsx';
import { addressOf, type LinkTarget, LinkTargetField } from './link-target.tsx';
import { useEntryTitle } from './use-entry-title.ts';

interface LinkPopoverProps {
  readonly editor: Editor;
  readonly collections: readonly string[];
  readonly onClose: () => void;
}

/**
 * Makes a link of the selection, or changes the link with the cursor, beside it. A choice is applied, and so is a valid address
 * when the popover is left; Escape leaves all as it was.
 */
export function LinkPopover({ editor, collections, onClose }: LinkPopoverProps) {
  const [{ before, isThere }] = useState(() => ({
    before: editor.getAttributes('link') as Record<string, string | undefined>,
    isThere: editor.isActive('link'),
  }));
  const range = useSelectedAtFirst(editor);
  const [text, setText] = useState(before.href ?? '');
  const [newTab, setNewTab] = useState(before.target === '_blank');
  const titleBefore = useEntryTitle(before.entry ?? null);

  const close = (): void => {
    onClose();
    editor.commands.focus();
  };
  const apply = (target: LinkTarget): void => {
    const { rel, class: className, title } = before;
    const attributes = {
      rel,
      class: className,
      title,
      target: newTab ? '_blank' : undefined,
      ...('href' in target ? { href: target.href } : { entry: target.entry }),
    };
    const selected = range.current;
    const chain = editor.chain().setTextSelection(selected).extendMarkRange('link').unsetMark('link');
    if (selected.from === selected.to && !isThere) {
      const words = 'href' in target ? target.href : target.title;
      chain.insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: attributes }] });
    } else {
      chain.setMark('link', attributes).setTextSelection(selected);
    }
    chain.setMeta('preventAutolink', true).run();
  };
  /** The target that needs no choice: a typed address, or what was there before. */
  const valid = (): LinkTarget | null => {
    if (text.trim() === '' && before.entry) return { entry: before.entry, title: titleBefore ?? '' };
    const address = addressOf(text);
    return address === null ? null : { href: address };
  };
  const leave = (): void => {
    const isChanged = text !== (before.href ?? '') || (isThere && newTab !== (before.target === '_blank'));
    const target = isChanged ? valid() : null;
    if (target) apply(target);
    else if (isChanged && text.trim() !== '') tellProblem(t.notLinked, t.noEntryChosen({ text: text.trim() }));
    onClose();
  };
  const choose = (target: LinkTarget): void => {
    apply(target);
    close();
  };
  const keep = (): void => {
    const target = valid();
    if (target) apply(target);
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
    <Popover.Root open onOpenChange={(open) => !open && leave()}>
      <Popover.Anchor virtualRef={place} />
      <Popover.Portal>
        <Popover.Content
          aria-label={t.link}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            close();
          }}
          onCloseAutoFocus={keepFocus}
          className="z-40 flex w-[min(26rem,94vw)] flex-col gap-2 rounded-lg border bg-surface p-3 shadow-pop outline-none"
        >
          {before.entry && (
            <p className="flex items-center gap-2 text-sm">
              <span className="text-muted">{t.linkTo}</span>
              <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
                {titleBefore ?? common.loading}
              </span>
            </p>
          )}
          <LinkTargetField
            text={text}
            onTextChange={setText}
            collections={collections}
            offersFirst={!isThere}
            onChoose={choose}
            onKeep={keep}
          />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Checkbox
              label={common.openInNewTab}
              className="max-sm:min-h-10"
              checked={newTab}
              onChange={(event) => setNewTab(event.target.checked)}
            />
            {isThere && (
              <Button
                label={t.unlink}
                variant="danger"
                size="sm"
                className="max-sm:h-10"
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
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
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

import { Bold, Code, Eye, Heading, ImageIcon, Italic, Link2, List, ListOrdered, Quote } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { type ClipboardEvent, type KeyboardEvent, useDeferredValue, useRef, useState } from 'react';
import { common } from '#messages/common';
import { markdown as t } from '#messages/markdown';
import { media } from '#messages/media';
import { directionOf } from '@/i18n/direction.ts';
import { AssetPicker } from '@/media/asset-picker.tsx';
import { problemText } from '@/media/upload/upload-problem.ts';
import type { Asset } from '@/media/upload/upload-types.ts';
import { useUploadQueue } from '@/media/upload/use-uploads.ts';
import { useFileDrop } from '@/media/use-file-drop.ts';
import { cn } from '@/ui/cn.ts';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { recall, remember } from '@/ui/remember.ts';
import { Skeleton } from '@/ui/states.tsx';
import { tellProblem } from '@/ui/toast.tsx';
import { applyEdit } from '../fields/apply-edit.ts';
import type { ControlOf } from '../fields/control.ts';
import { GrowingTextarea } from '../fields/growing-textarea.tsx';
import * as edits from '../fields/text-edits.ts';
import { shortcut } from '../richtext/toolbar/mark-buttons.ts';
import { ToolButton } from '../richtext/toolbar/tool-button.tsx';

const MarkdownView = lazyPart(async () => (await import('./markdown-view.tsx')).default, <Skeleton className="h-24" />);
/** Where the browser keeps whether the preview is open. */
const PREVIEW = 'stele.markdown-preview';

type Edit = (text: string, selection: edits.Selection) => edits.TextEdit;

const EDITS = {
  bold: (text, selection) => edits.wrap(text, selection, '**'),
  italic: (text, selection) => edits.wrap(text, selection, '_'),
  heading: edits.nextHeading,
  link: (text, selection) => edits.link(text, selection),
  list: (text, selection) => edits.prefixLines(text, selection, () => '- '),
  orderedList: (text, selection) => edits.prefixLines(text, selection, (line) => `${line + 1}. `),
  quote: (text, selection) => edits.prefixLines(text, selection, () => '> '),
  code: edits.code,
} satisfies Record<string, Edit>;

const BUTTONS = [
  ['bold', Bold, 'B'],
  ['italic', Italic, 'I'],
  ['heading', Heading, undefined],
  ['link', Link2, 'K'],
  ['list', List, undefined],
  ['orderedList', ListOrdered, undefined],
  ['quote', Quote, undefined],
  ['code', Code, 'E'],
] as const;

const KEYS: Readonly<Record<string, keyof typeof EDITS>> = { b: 'bold', i: 'italic', k: 'link', e: 'code' };

/** Markdown: its text, with buttons that insert the syntax, and a preview beside it in wide windows. */
export function MarkdownControl({ value, onChange, readOnly, ids, locale }: ControlOf<'markdown'>) {
  const queue = useUploadQueue();
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPicking, setPicking] = useState(false);
  const [isPreview, setPreview] = useState(() => recall(PREVIEW) === 'open');
  const text = typeof value === 'string' ? value : '';
  const shown = useDeferredValue(text);
  // Uploads end later than this was drawn.
  const latest = useRef({ text, onChange });
  latest.current = { text, onChange };
  const { labelId: _labelId, ...attributes } = ids;

  const edit = (make: Edit): void => {
    const element = area.current;
    if (!element || readOnly) return;
    applyEdit(element, make(element.value, { start: element.selectionStart, end: element.selectionEnd }));
  };
  const insert = (markdown: string): void =>
    edit((_text, { start, end }) => {
      const at = start + markdown.length;
      return { start, end, text: markdown, select: { start: at, end: at } };
    });
  const pictureOf = ({ id, alt_text, decorative }: Asset): string => {
    // Left empty it says what the asset says of itself, in the language of the page.
    const alt = decorative ? '' : (alt_text[locale] ?? '');
    return `![${edits.escapeAlt(alt)}](asset:${id})`;
  };
  const upload = (files: File[]): void => {
    queue.add(files, { accept: ['image/*'] }).forEach(({ id, arrived }, index) => {
      const name = files[index]?.name ?? '';
      const place = `![${edits.escapeAlt(t.uploading({ name }))} (${id})]()`;
      insert(place);
      void arrived.then((asset) => {
        replaceOnce(area.current, place, asset ? pictureOf(asset) : '', latest.current);
        const problem = queue.getState().uploads.find((one) => one.id === id)?.problem;
        if (problem) tellProblem(t.notUploaded({ name }), problemText(problem, media));
      });
    });
  };
  const { isOver, handlers } = useFileDrop(readOnly ? null : upload);
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const pasted = event.clipboardData.getData('text/plain').trim();
    const { selectionStart: start, selectionEnd: end } = event.currentTarget;
    if (readOnly || start === end || !edits.isAddress(pasted)) return;
    if (edits.isAddress(event.currentTarget.value.slice(start, end))) return;
    event.preventDefault();
    edit((all, selection) => edits.link(all, selection, pasted));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const name = KEYS[event.key.toLowerCase()];
    if (!name || readOnly) return;
    event.preventDefault();
    event.stopPropagation();
    edit(EDITS[name]);
  };

  return (
    <div
      className={cn(
        '@container flex flex-col rounded-md border border-border-strong/60 bg-surface shadow-xs focus-within:border-ring',
        readOnly && 'border-transparent bg-transparent shadow-none',
      )}
    >
      <Toolbar.Root aria-label={common.formatting} className="flex items-center gap-0.5 overflow-x-auto border-b p-1">
        {!readOnly && (
          <span className={cn('contents', isPreview && '@max-2xl:hidden')}>
            {BUTTONS.map(([name, icon, keys]) => (
              <ToolButton
                key={name}
                label={t[name]}
                icon={icon}
                {...(keys && { shortcut: shortcut(keys) })}
                onPress={() => edit(EDITS[name])}
              />
            ))}
            <ToolButton label={t.picture} icon={ImageIcon} onPress={() => setPicking(true)} />
          </span>
        )}
        <span className="ms-auto">
          <ToolButton
            label={t.preview}
            icon={Eye}
            pressed={isPreview}
            onPress={() => {
              setPreview(!isPreview);
              remember(PREVIEW, isPreview ? '' : 'open');
            }}
          />
        </span>
      </Toolbar.Root>
      <div className={cn('grid', isPreview && '@2xl:grid-cols-2')} {...handlers} {...(isOver && { 'data-over': true })}>
        <GrowingTextarea
          {...attributes}
          ref={area}
          readOnly={readOnly}
          lang={locale}
          dir={text === '' ? directionOf(locale) : 'auto'}
          className={cn(
            'min-h-40 rounded-none border-0 -outline-offset-2 bg-transparent font-mono text-sm shadow-none',
            isPreview && 'hidden @2xl:block',
            isOver && 'bg-accent-soft',
          )}
          value={text}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
        {isPreview && (
          // The line between them is where the field's direction has it, not the text's.
          <div className="min-w-0 @2xl:border-s">
            <section
              aria-label={t.preview}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
              tabIndex={0}
              lang={locale}
              dir="auto"
              className="max-h-[70vh] min-h-40 overflow-y-auto px-4 py-3"
            >
              <MarkdownView text={shown} />
            </section>
          </div>
        )}
      </div>
      {isPicking && (
        <AssetPicker
          open
          onOpenChange={setPicking}
          accept={['image/*']}
          multiple
          onPick={(assets) => {
            const pictures = assets.map((asset) => pictureOf(asset)).join('\n\n');
            // The dialog gives the focus back first.
            requestAnimationFrame(() => insert(pictures));
          }}
        />
      )}
    </div>
  );
}

/** Replaces the placeholder of an upload, if it's still in the text. */
function replaceOnce(
  area: HTMLTextAreaElement | null,
  place: string,
  by: string,
  latest: { readonly text: string; readonly onChange: (value: string) => void },
): void {
  const text = area?.value ?? latest.text;
  const start = text.indexOf(place);
  if (start < 0) return;
  const end = start + place.length;
  if (!area) {
    latest.onChange(text.slice(0, start) + by + text.slice(end));
    return;
  }
  const { selectionStart, selectionEnd } = area;
  const moved = (position: number): number =>
    position >= end ? position + by.length - place.length : Math.min(position, start + by.length);
  const focused = document.activeElement;
  applyEdit(area, { start, end, text: by, select: { start: moved(selectionStart), end: moved(selectionEnd) } });
  if (focused instanceof HTMLElement && focused !== area) focused.focus();
}

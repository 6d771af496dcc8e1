import type { Json } from '@stele/schema';
import { Placeholder, Selection } from '@tiptap/extensions';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { fields } from '#messages/fields';
import { richtext } from '#messages/richtext';
import { directionOf } from '@/i18n/direction.ts';
import { AssetPicker } from '@/media/asset-picker.tsx';
import { useUploadQueue } from '@/media/upload/use-uploads.ts';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import { tellProblem } from '@/ui/toast.tsx';
import type { ControlOf } from '../fields/control.ts';
import { EntryPicker } from '../fields/entry-picker.tsx';
import { SHOW_NODE } from '../form/focus-field.ts';
import { useNodeProblems } from '../form/form-context.tsx';
import type { ValuePath } from '../form/paths.ts';
import { holdRichtext } from '../session/pending.ts';
import { blockChoices, type EditorDialogs } from './blocks.ts';
import { DocumentSync } from './document-sync.ts';
import { formatLimits, type Refusal } from './format-limits.ts';
import { keysExtension } from './keys-extension.ts';
import { LinkPopover } from './link-popover.tsx';
import type { Names } from './names.ts';
import { markProblems, NodeProblems, selectNode } from './node-problems.ts';
import { addressOffers } from './paste/address-offer.ts';
import { cellPaste, pasteExtension } from './paste/paste-extension.ts';
import './richtext.css';
import { formatExtensions } from './schema/extensions.ts';
import { menuExtension, SlashMenu, slashExtension } from './slash/slash-extension.ts';
import { SlashList } from './slash/slash-list.tsx';
import { useEntryMentions } from './slash/use-entry-mentions.ts';
import { AddressChoice } from './toolbar/address-choice.tsx';
import { FloatingToolbar } from './toolbar/floating-toolbar.tsx';
import { LinkBubble } from './toolbar/link-bubble.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import { UploadMarkers } from './upload-markers.ts';
import { tellLeftOut, uploadPictures } from './upload-pictures.ts';

interface RichEditorProps extends ControlOf<'richtext'> {
  readonly names: Names;
  /** Called when the editor can't hold the value. */
  readonly onRefused: () => void;
}

type Open = 'image' | 'entry' | 'link' | null;

const CLEAR_PX = 8;
/** Height of the buttons at the bottom of a phone's window. */
const BUTTONS_PX = 72;

/** The editor of rich text itself, with all that it needs: a chunk of its own. */
export default function RichEditor({
  field,
  value,
  onChange,
  readOnly,
  ids,
  path,
  locale,
  names,
  onRefused,
}: RichEditorProps) {
  const { schema, may } = useProject();
  const queue = useUploadQueue();
  const listId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Open>(null);
  const [menu] = useState(() => new SlashMenu());
  const [entryMenu] = useState(() => new SlashMenu());
  const findEntries = useEntryMentions(field.collections);
  const collections = field.collections ?? schema?.collections.map(({ key }) => key) ?? [];
  const allowed = useMemo(() => new Set(field.allow ? [...field.allow, 'paragraph'] : names), [field.allow, names]);
  // The editor is made once; what it calls has to see the newest of these.
  const takes = {
    videos: field.videos ?? [],
    embeds: field.embeds ?? [],
    links: allowed.has('link'),
    pictures: allowed.has('image') && may('asset.upload'),
  };
  const latest = useRef({ value, onChange, onRefused, allowed, queue, findEntries, takes });
  latest.current = { value, onChange, onRefused, allowed, queue, findEntries, takes };
  const [tellRefused] = useState(() => (refusal: Refusal): void => {
    const { notDone, tooDeep, notOfFormat } = richtext;
    tellProblem(notDone, refusal === 'depth' ? tooDeep : notOfFormat);
  });
  const [dialogs] = useState<EditorDialogs>(() => ({
    pickImage: () => setOpen('image'),
    pickEntry: () => setOpen('entry'),
    editLink: () => setOpen('link'),
  }));
  // The value that the editor's document is made of; once that is there, the field may have another.
  const [made] = useState(value);
  const sync = useRef<DocumentSync | null>(null);
  // How far the cursor stays from the window's edges: header and tools are above the text, on a phone buttons below it.
  const [keptClear] = useState(() => ({
    get top() {
      const tools = frame.current?.querySelector<HTMLElement>('[role=toolbar]');
      return tools ? Number.parseFloat(getComputedStyle(tools).top) + tools.offsetHeight + CLEAR_PX : CLEAR_PX;
    },
    right: 0,
    bottom: BUTTONS_PX,
    left: 0,
  }));

  const editor = useEditor(
    {
      immediatelyRender: false,
      shouldRerenderOnTransaction: false,
      enableContentCheck: true,
      // Only the value that the editor is made of can be refused: an edit never takes the editor away.
      onContentError: () => sync.current ?? onRefused(),
      editable: !readOnly,
      editorProps: { scrollMargin: keptClear, scrollThreshold: keptClear },
      content: toContent(made),
      extensions: [
        ...formatExtensions(names, {
          task: richtext.task,
          pictures: field.pictures,
          videos: field.videos,
          embeds: field.embeds,
        }),
        Placeholder.configure({
          placeholder: ({ editor: one }) =>
            blockChoices(one, latest.current.allowed, richtext, dialogs).length > 1
              ? richtext.placeholder
              : richtext.placeholderPlain,
        }),
        Selection,
        UploadMarkers,
        NodeProblems,
        ...['@', '[['].map((char) =>
          menuExtension(entryMenu, {
            char,
            allowSpaces: true,
            isAllowed: () => latest.current.allowed.has('link'),
            items: (one, query) => latest.current.findEntries(one, query),
          }),
        ),
        slashExtension(menu, (one) => blockChoices(one, latest.current.allowed, richtext, dialogs)),
        keysExtension({
          editLink: dialogs.editLink,
          flush: () => sync.current?.flush(),
          focusToolbar: () => frame.current?.querySelector<HTMLElement>('[role=toolbar] button')?.focus(),
        }),
        addressOffers(
          () => latest.current.takes,
          () => {
            const choice = frame.current?.querySelector<HTMLElement>('[data-address-choice] button');
            choice?.focus();
            return Boolean(choice);
          },
        ),
        cellPaste(() => tellRefused('format')),
        pasteExtension({
          onPictures: names.has('image')
            ? (pictures) => uploadPictures(pictures, latest.current.queue, () => editorRef.current)
            : null,
          onLeftOut: (pictures) => tellLeftOut(pictures, names.has('image'), richtext),
          onRefused: () => tellRefused('format'),
          onFlattened: () => {
            const { flattened, flattenedHelp } = richtext;
            tellProblem(flattened, flattenedHelp);
          },
        }),
        formatLimits(tellRefused),
      ],
      onCreate: ({ editor: created }) => {
        editorRef.current = created;
        sync.current = new DocumentSync(
          {
            get state() {
              return created.state;
            },
            dispatch: (transaction) => created.view.dispatch(transaction),
          },
          made,
          (next: Json) => latest.current.onChange(next),
        );
        // Values that came while the editor was made, such as those that a crash left behind.
        receive(sync.current, latest.current);
      },
      onUpdate: () => sync.current?.changed(),
      onBlur: () => sync.current?.flush(),
    },
    [],
  );
  const editorRef = useRef(editor);

  useEffect(() => {
    const flush = (): void => sync.current?.flush();
    const release = holdRichtext(flush);
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
      release();
      flush();
      sync.current = null;
    };
  }, []);
  useEffect(() => {
    if (editor && sync.current) receive(sync.current, { value, onRefused });
  }, [editor, value, onRefused]);
  useEffect(() => editor?.setEditable(!readOnly, false), [editor, readOnly]);
  const problems = useNodeProblems(path);
  useEffect(() => {
    const marked = editor && markProblems(editor.state, problems);
    if (marked) editor.view.dispatch(marked);
  }, [editor, problems]);
  useEffect(() => {
    if (!editor) return;
    const { dom } = editor.view;
    const show = (event: Event): void => {
      const { detail } = event as CustomEvent<ValuePath>;
      editor.view.dispatch(selectNode(editor.state, detail));
      editor.view.focus();
    };
    dom.addEventListener(SHOW_NODE, show);
    return () => dom.removeEventListener(SHOW_NODE, show);
  }, [editor]);
  const { labelId, ...attributes } = ids;
  useLayoutEffect(() => {
    if (!editor) return;
    const element = editor.view.dom;
    const wanted: Record<string, string | true | undefined> = {
      ...attributes,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      'aria-readonly': readOnly ? 'true' : undefined,
      'aria-haspopup': 'listbox',
      lang: locale,
      dir: directionOf(locale),
      // Read-only text can be reached too.
      tabindex: '0',
    };
    for (const [name, one] of Object.entries(wanted)) {
      if (one === undefined) element.removeAttribute(name);
      else element.setAttribute(name, String(one));
    }
  });

  if (!editor) return null;
  const end = (): void => setOpen(null);
  return (
    <div
      ref={frame}
      className={cn(
        'richtext rounded-md border border-border-strong/60 bg-surface shadow-xs focus-within:border-ring',
        readOnly && 'border-transparent bg-transparent shadow-none',
        ids['aria-invalid'] && 'border-danger',
      )}
    >
      {!readOnly && <Toolbar editor={editor} names={allowed} dialogs={dialogs} />}
      {!readOnly && <FloatingToolbar editor={editor} names={allowed} dialogs={dialogs} />}
      {!readOnly && allowed.has('link') && <LinkBubble editor={editor} dialogs={dialogs} />}
      {!readOnly && <AddressChoice editor={editor} hasLinks={takes.links} />}
      <EditorContent editor={editor} />
      {!readOnly && (
        <SlashList
          menu={menu}
          id={listId}
          label={richtext.blocks}
          nothing={richtext.noBlocks}
          editable={editor.view.dom}
        />
      )}
      {!readOnly && (
        <SlashList
          menu={entryMenu}
          id={`${listId}-entries`}
          label={richtext.linkTo}
          nothing={fields.noEntry}
          editable={editor.view.dom}
        />
      )}
      {open === 'image' && (
        <AssetPicker
          open
          onOpenChange={end}
          accept={['image/*']}
          multiple
          onPick={(assets) =>
            editor
              .chain()
              .focus()
              .insertContent(assets.map(({ id }) => ({ type: 'image', attrs: { asset: id } })))
              .run()
          }
        />
      )}
      {open === 'entry' && (
        <EntryPicker
          open
          onOpenChange={end}
          collections={collections}
          onPick={(entry) => editor.chain().focus().insertContent({ type: 'embed', attrs: { entry } }).run()}
        />
      )}
      {open === 'link' && <LinkPopover editor={editor} collections={collections} onClose={end} />}
    </div>
  );
}

/** A value as Tiptap takes it in. */
function toContent(value: Json | undefined): Record<string, unknown> | null {
  const isEmpty =
    !value ||
    typeof value !== 'object' ||
    !('content' in value) ||
    !Array.isArray(value.content) ||
    value.content.length === 0;
  return isEmpty ? null : (value as Record<string, unknown>);
}

/** Takes in a value from outside, unless the editor can't hold it. */
function receive(sync: DocumentSync, { value, onRefused }: Pick<RichEditorProps, 'value' | 'onRefused'>): void {
  try {
    sync.receive(value);
  } catch {
    onRefused();
  }
}

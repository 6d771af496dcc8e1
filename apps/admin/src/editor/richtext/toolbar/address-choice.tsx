import { type Editor, useEditorState } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import { AppWindow, CirclePlay, ImageIcon, Link2, type LucideIcon } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { richtext as t } from '#messages/richtext';
import { useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { attempt, tellProblem } from '@/ui/toast.tsx';
import { ADDRESS_CHOICE, type AddressOffer, addressOffer, endAddressOffer } from '../paste/address-offer.ts';

/** Numbers the places: on plain HTTP browsers have no `crypto.randomUUID`. */
let fetches = 0;

interface AddressChoiceProps {
  readonly editor: Editor;
  /** Whether the field takes links. */
  readonly hasLinks: boolean;
}

/** The choice of what a pasted address becomes: a link, as it is already, a video, a page that its site is asked about, or a picture
 * that is fetched. */
export function AddressChoice({ editor, hasLinks }: AddressChoiceProps) {
  const { project } = useProject();
  const client = useTRPCClient();
  const offer = useEditorState({ editor, selector: ({ editor: one }) => addressOffer(one.state) });
  const dismiss = (): void => {
    editor
      .chain()
      .focus()
      .command(({ tr }) => Boolean(endAddressOffer(tr)))
      .run();
  };
  const putVideo = (): void => {
    const now = addressOffer(editor.state);
    if (now?.video) editor.chain().focus().deleteRange(now).insertContent({ type: 'video', attrs: now.video }).run();
  };
  /** Holds the address's place while something is fetched: the text may be written on meanwhile. @returns the id of the place */
  const holdPlace = ({ from, to, url }: AddressOffer, label: string): string => {
    fetches += 1;
    const id = `address-${fetches}`;
    editor.commands.addUploadMarker({ id, position: to, label, instead: { from, text: url } });
    dismiss();
    return id;
  };
  const fetchPicture = async (): Promise<void> => {
    // A second click finds no offer.
    const now = addressOffer(editor.state);
    if (!now) return;
    const id = holdPlace(now, t.fetching);
    const { url } = now;
    const asset = await attempt(client.assets.uploadFromUrl.mutate({ projectId: project.id, url }), t.notFetched);
    const isPut = !editor.isDestroyed && editor.commands.replaceUploadMarker(id, asset && { asset: asset.id });
    if (asset && !isPut) tellProblem(t.notPlaced, t.notPlacedHelp);
  };
  const embedPage = async (): Promise<void> => {
    const now = addressOffer(editor.state);
    if (!now?.page) return;
    const id = holdPlace(now, t.asking);
    const { provider, url } = now.page;
    const query = { projectId: project.id, url, provider: provider.name };
    const page = await attempt(client.embeds.lookUp.query(query), t.notEmbedded);
    const isPut = !editor.isDestroyed && editor.commands.replaceUploadMarker(id, page && withoutNulls(page), 'oembed');
    if (page && !isPut) tellProblem(t.pageNotPlaced, t.pageNotPlacedHelp);
  };
  const button = (label: string, Icon: LucideIcon, onPress: () => void) => (
    <Toolbar.Button
      type="button"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="flex h-7 items-center gap-1.5 rounded-md px-2 text-xs hover:bg-hover max-sm:h-10"
    >
      <Icon className="size-4 text-muted" aria-hidden /> {label}
    </Toolbar.Button>
  );
  return (
    <>
      <p role="status" className="sr-only">
        {offer && t.pastedHint}
      </p>
      <BubbleMenu
        editor={editor}
        pluginKey={ADDRESS_CHOICE}
        className="z-20"
        updateDelay={0}
        options={{ placement: 'bottom-start', offset: 6, shift: { padding: 8 } }}
        shouldShow={({ editor: one, state }) => one.isEditable && addressOffer(state) !== null}
      >
        <Toolbar.Root
          aria-label={t.pastedAs}
          data-address-choice
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            dismiss();
          }}
          className="flex items-center gap-0.5 rounded-lg border bg-surface p-1 shadow-pop"
        >
          {hasLinks && button(t.link, Link2, dismiss)}
          {offer?.video && button(t.video, CirclePlay, putVideo)}
          {offer?.page && button(t.embedPage, AppWindow, () => void embedPage())}
          {offer && !offer.video && !offer.page && button(t.image, ImageIcon, () => void fetchPicture())}
        </Toolbar.Root>
      </BubbleMenu>
    </>
  );
}

/** The attributes that a page has. */
function withoutNulls(page: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(page).filter(([, value]) => value !== null));
}

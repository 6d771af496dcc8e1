import { type Editor, useEditorState } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import { CirclePlay, ImageIcon, Link2, type LucideIcon } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { richtext as t } from '#messages/richtext';
import { useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { attempt } from '@/ui/toast.tsx';
import { addressOffer } from '../paste/address-offer.ts';

/** The choice of what a pasted address becomes: a link, as it is already, a video, or a picture that is fetched. */
export function AddressChoice({ editor }: { readonly editor: Editor }) {
  const { project } = useProject();
  const client = useTRPCClient();
  const offer = useEditorState({ editor, selector: ({ editor: one }) => addressOffer(one.state) });
  const put = (node: object): void => {
    const now = addressOffer(editor.state);
    if (now) editor.chain().focus().deleteRange(now).insertContent(node).run();
  };
  const fetchPicture = async (url: string): Promise<void> => {
    const asset = await attempt(client.assets.uploadFromUrl.mutate({ projectId: project.id, url }), t.notFetched);
    if (asset) put({ type: 'image', attrs: { asset: asset.id } });
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
    <BubbleMenu
      editor={editor}
      pluginKey="addressChoice"
      className="z-20"
      updateDelay={0}
      options={{ placement: 'bottom-start', offset: 6, shift: { padding: 8 } }}
      shouldShow={({ editor: one, state }) => one.isEditable && addressOffer(state) !== null}
    >
      <Toolbar.Root
        aria-label={t.pastedAs}
        data-address-choice
        className="flex items-center gap-0.5 rounded-lg border bg-surface p-1 shadow-pop"
      >
        {button(t.link, Link2, () => editor.chain().focus().setTextSelection(editor.state.selection.to).run())}
        {offer?.video && button(t.video, CirclePlay, () => put({ type: 'video', attrs: offer.video }))}
        {offer && !offer.video && button(t.image, ImageIcon, () => void fetchPicture(offer.url))}
      </Toolbar.Root>
    </BubbleMenu>
  );
}

import type { Editor } from '@tiptap/core';
import { media } from '#messages/media';
import { type RichtextWords, richtext } from '#messages/richtext';
import { problemText } from '@/media/upload/upload-problem.ts';
import type { UploadQueue } from '@/media/upload/upload-queue.ts';
import { tellProblem } from '@/ui/toast.tsx';
import type { PastedPicture } from './paste/pasted-pictures.ts';

/** Names in a message: more is too long to read in passing. */
const MOST_NAMED = 3;

/** Uploads pictures, and inserts each at its place once it has arrived. Until then the place is marked. */
export function uploadPictures(
  pictures: readonly PastedPicture[],
  queue: UploadQueue,
  editor: () => Editor | null,
): void {
  const files = pictures.map(({ file }) => file);
  const handles = queue.add(files, { accept: ['image/*'] });
  pictures.forEach(({ file: { name }, position, alt }, index) => {
    const handle = handles[index];
    if (!handle) return;
    const { id, arrived } = handle;
    editor()?.commands.addUploadMarker({ id, position, label: richtext.uploading({ name }) });
    void arrived.then((asset) => {
      const now = editor();
      if (now && !now.isDestroyed)
        now.commands.replaceUploadMarker(id, asset ? { asset: asset.id, ...(alt && { alt }) } : null);
      const problem = queue.getState().uploads.find((one) => one.id === id)?.problem;
      if (!asset && problem) tellProblem(richtext.notUploaded({ name }), problemText(problem, media));
    });
  });
}

/**
 * Says which pasted pictures aren't there.
 *
 * @param names names of pictures; '' for one that has none
 * @param isAllowed whether the field takes pictures at all
 */
export function tellLeftOut(names: readonly string[], isAllowed: boolean, t: RichtextWords): void {
  const known = names.filter(Boolean);
  const shown = known.length > MOST_NAMED ? [...known.slice(0, MOST_NAMED), '…'] : known;
  tellProblem(
    t.leftOut({ count: names.length, names: shown.join(', '), hasNames: shown.length > 0 }),
    isAllowed ? t.leftOutHelp : t.noPictures,
  );
}

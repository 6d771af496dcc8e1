import type { Editor } from '@tiptap/core';
import type { Messages } from '@/i18n/catalog.ts';
import { problemText } from '@/media/upload/upload-problem.ts';
import type { UploadQueue } from '@/media/upload/upload-queue.ts';
import { tellProblem } from '@/ui/toast.tsx';

/** Uploads pictures, and puts each where it's to stand once it has arrived. Until then its place is marked. */
export function uploadPictures(
  files: readonly File[],
  position: number,
  queue: UploadQueue,
  { richtext, media }: Messages,
  editor: () => Editor | null,
): void {
  const handles = queue.add(files, { accept: ['image/*'] });
  handles.forEach(({ id, arrived }, index) => {
    const name = files[index]?.name ?? '';
    editor()?.commands.holdPlace({ id, position, label: richtext.uploading(name) });
    void arrived.then((asset) => {
      const now = editor();
      if (now && !now.isDestroyed) now.commands.fillPlace(id, asset ? { asset: asset.id } : null);
      const problem = queue.getState().uploads.find((one) => one.id === id)?.problem;
      if (!asset && problem) tellProblem(richtext.notUploaded(name), problemText(problem, media));
    });
  });
}

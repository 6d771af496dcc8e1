import { CircleAlert } from 'lucide-react';
import { media as t } from '#messages/media';
import { Button } from '@/ui/button.tsx';
import { FileButton } from '../file-button.tsx';
import type { BegunUpload } from './begun-uploads.ts';
import type { UploadQueue } from './upload-queue.ts';

interface InterruptedUploadsProps {
  readonly interrupted: readonly BegunUpload[];
  readonly queue: UploadQueue;
}

/** Says that a reload stopped uploads, and lets them go on. */
export function InterruptedUploads({ interrupted, queue }: InterruptedUploadsProps) {
  if (interrupted.length === 0) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-warning/40 bg-warning-soft px-3 py-2 text-sm text-warning"
    >
      <CircleAlert className="size-4 shrink-0" aria-hidden />
      <p className="min-w-0 flex-1 basis-60">
        {t.interrupted({ count: interrupted.length })}{' '}
        <span className="break-words">{interrupted.map(({ filename }) => filename).join(', ')}</span>
      </p>
      <FileButton
        label={t.chooseAgain}
        size="sm"
        className="max-sm:h-10"
        multiple
        onFiles={(files) => queue.resume(files)}
      />
      <Button
        label={t.forget}
        size="sm"
        variant="ghost"
        className="max-sm:h-10"
        onClick={() => void queue.forgetInterrupted()}
      />
    </div>
  );
}

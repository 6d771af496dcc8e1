import { RotateCw, X } from 'lucide-react';
import { media as t } from '#messages/media';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { Link } from '@/ui/link.tsx';
import { Said } from '@/ui/said.tsx';
import { mayPass, problemText } from './upload-problem.ts';
import type { UploadQueue } from './upload-queue.ts';
import { isOver, type Upload } from './upload-types.ts';

interface UploadListProps {
  readonly uploads: readonly Upload[];
  readonly queue: UploadQueue;
}

/** Uploads with their progress, those that failed first; finished ones can be hidden. */
export function UploadList({ uploads, queue }: UploadListProps) {
  if (uploads.length === 0) return null;
  const failed = uploads.filter(isFailed).length;
  const done = uploads.filter(({ asset, stage }) => asset && stage !== 'failed' && stage !== 'canceled').length;
  return (
    <section aria-label={t.uploads} className="rounded-lg border bg-surface">
      <header className="flex items-center gap-2 border-b px-3 py-1.5 text-sm">
        <span role="status" className="flex-1">
          {t.uploadsLine({ done, all: uploads.length, failed })}
        </span>
        {uploads.some(isOver) && (
          <Button
            label={t.dismissAll}
            size="sm"
            variant="ghost"
            className="max-sm:h-10"
            onClick={() => queue.dismiss()}
          />
        )}
      </header>
      <ul className="max-h-56 divide-y overflow-y-auto">
        {[...uploads]
          .sort((a, b) => Number(isFailed(b)) - Number(isFailed(a)))
          .map((upload) => (
            <UploadRow key={upload.id} upload={upload} queue={queue} />
          ))}
      </ul>
    </section>
  );
}

function isFailed({ stage }: Upload): boolean {
  return stage === 'failed';
}

function UploadRow({ upload, queue }: { readonly upload: Upload; readonly queue: UploadQueue }) {
  const { project } = useProject();
  const { percent, bytes } = formats;
  const { id, filename, stage, sent, problem, attempt } = upload;
  const share = upload.bytes === 0 ? 0 : Math.min(sent / upload.bytes, 1);
  const isSending = stage === 'sending';
  return (
    <li className="flex items-center gap-2 px-3 py-1.5 text-sm">
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate">{filename}</span>
          <span className={cn('shrink-0 text-xs text-muted tabular-nums', stage === 'failed' && 'text-danger')}>
            <Said>
              {isSending ? `${percent(Math.floor(share * 100) / 100)} · ${bytes(upload.bytes)}` : t.stages[stage]}
            </Said>
          </span>
        </div>
        {isSending && (
          <div
            role="progressbar"
            aria-label={t.progressOf({ name: filename })}
            aria-valuenow={Math.floor(share * 100)}
            aria-valuemin={0}
            aria-valuemax={100}
            className="mt-1 h-1 overflow-hidden rounded-full bg-hover"
          >
            <div className="h-full bg-accent transition-[width]" style={{ width: `${share * 100}%` }} />
          </div>
        )}
        {isSending && attempt > 1 && <p className="mt-0.5 text-xs text-warning">{t.againAttempt({ attempt })}</p>}
        {upload.duplicateOf && (
          <p className="mt-0.5 text-xs text-muted">
            {t.sameFile}{' '}
            <Link href={`/projects/${project.id}/media/${upload.duplicateOf}`} className="underline underline-offset-2">
              {t.showSame}
            </Link>
          </p>
        )}
        {problem && (
          <p role="alert" className="mt-0.5 text-xs text-danger">
            {problemText(problem, t)}
          </p>
        )}
      </div>
      {(stage === 'failed' || stage === 'canceled') && mayPass(problem) && (
        <IconButton
          icon={RotateCw}
          label={t.retryOf({ name: filename })}
          className="max-sm:size-10"
          onClick={() => queue.retry(id)}
        />
      )}
      <IconButton
        icon={X}
        label={isOver(upload) ? t.dismissOf({ name: filename }) : t.cancelOf({ name: filename })}
        className="max-sm:size-10"
        onClick={() => (isOver(upload) ? queue.dismiss(id) : queue.cancel(id))}
      />
    </li>
  );
}

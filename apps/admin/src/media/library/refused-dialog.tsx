import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Link } from '@/ui/link.tsx';
import type { RefusedAsset } from './use-asset-bulk.ts';

interface RefusedDialogProps {
  readonly refused: readonly RefusedAsset[];
  readonly onClose: () => void;
}

/** Says which files were left as they are, and why. */
export function RefusedDialog({ refused, onClose }: RefusedDialogProps) {
  const { library: t, common } = useMessages();
  const { project } = useProject();
  return (
    <Dialog
      onClose={onClose}
      title={t.couldNot(refused.length)}
      footer={<Button label={common.close} className="max-sm:h-11" onClick={onClose} />}
    >
      <ul className="flex flex-col gap-2 pb-2">
        {refused.map(({ id, filename, message }) => (
          <li key={id} className="text-sm">
            <Link
              href={`/projects/${project.id}/media/${id}`}
              className="font-medium break-words underline underline-offset-2"
            >
              {filename}
            </Link>
            <span className="block text-muted">{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

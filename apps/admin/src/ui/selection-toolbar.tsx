import { type LucideIcon, X } from 'lucide-react';
import { Button, IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Link } from './link.tsx';

interface SelectionToolbarProps {
  /** How many are selected. */
  readonly label: string;
  readonly words: { readonly selectAll: string; readonly clearSelection: string };
  readonly actions: readonly (readonly [icon: LucideIcon, label: string, run: () => void])[];
  readonly isBusy: boolean;
  readonly isAll: boolean;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}

/** What can be done with the selected rows of a list. */
export function SelectionToolbar({ label, words, actions, isBusy, isAll, ...on }: SelectionToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label={label}
      className="sticky top-0 z-20 mb-2 flex flex-wrap items-center gap-2 border-y bg-accent-soft px-3 py-2 text-sm max-md:top-12 sm:rounded-lg sm:border"
    >
      <span className="font-medium" role="status">
        {label}
      </span>
      {!isAll && (
        <Button label={words.selectAll} variant="ghost" size="sm" onClick={on.onSelectAll} className="max-sm:h-10" />
      )}
      <span className="ml-auto flex flex-wrap gap-1.5 rtl:mr-auto rtl:ml-0">
        {actions.map(([icon, name, run]) => (
          <Button key={name} icon={icon} label={name} size="sm" busy={isBusy} onClick={run} className="max-sm:h-10" />
        ))}
        <IconButton icon={X} label={words.clearSelection} onClick={on.onClear} className="max-sm:size-10" />
      </span>
    </div>
  );
}

interface RefusedDialogProps {
  readonly title: string;
  readonly description?: string | undefined;
  readonly close: string;
  readonly refused: readonly { readonly href: string; readonly name: string; readonly message: string }[];
  readonly onClose: () => void;
  /** Called by its button instead. */
  readonly onRead?: () => void;
}

/** Lists what was left as it is, and why. */
export function RefusedDialog({ title, description, close, refused, onClose, onRead = onClose }: RefusedDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={description}
      footer={<Button label={close} className="max-sm:h-11" onClick={onRead} />}
    >
      <ul className="flex flex-col gap-2 pb-2">
        {refused.map(({ href, name, message }) => (
          <li key={href} className="text-sm">
            <Link href={href} className="font-medium wrap-anywhere underline underline-offset-2">
              {name}
            </Link>
            <span className="block text-muted">{message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

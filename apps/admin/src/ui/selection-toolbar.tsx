import { type LucideIcon, X } from 'lucide-react';
import { AffectedList } from './affected-list.tsx';
import { Button, IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';

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

/** Actions on the selected rows of a list. The toolbar lies over the list's end, so that nothing moves. */
export function SelectionToolbar({ label, words, actions, isBusy, isAll, ...on }: SelectionToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label={label}
      className="fixed bottom-4 start-4 z-20 flex flex-wrap items-center gap-2 rounded-lg border bg-accent-soft px-3 py-2 text-sm shadow-pop max-sm:inset-x-2 max-sm:bottom-2 md:start-66"
    >
      <span className="font-medium" role="status">
        {label}
      </span>
      {!isAll && (
        <Button label={words.selectAll} variant="ghost" size="sm" onClick={on.onSelectAll} className="max-sm:h-10" />
      )}
      {/* On a phone it's moved sideways: in several lines it would cover the rows. */}
      <span className="ms-auto flex flex-wrap gap-1.5 max-sm:order-last max-sm:-m-1 max-sm:w-[calc(100%+0.5rem)] max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:p-1">
        {actions.map(([icon, name, run]) => (
          <Button key={name} icon={icon} label={name} size="sm" busy={isBusy} onClick={run} className="max-sm:h-10" />
        ))}
      </span>
      <IconButton
        icon={X}
        label={words.clearSelection}
        onClick={on.onClear}
        className="max-sm:ms-auto max-sm:size-10"
      />
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
      <AffectedList
        items={refused.map(({ href, name, message }) => ({ id: href, title: name, href, note: message }))}
      />
    </Dialog>
  );
}

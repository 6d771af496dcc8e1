import type { LucideIcon } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { cn } from '@/ui/cn.ts';

interface ToolButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
  /** Whether the tool's effect is on; undefined for a tool that isn't on or off. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly shortcut?: string;
}

/** A button of a toolbar. Pressing it leaves the cursor where it is. */
export function ToolButton({ label, icon: Icon, onPress, pressed, disabled = false, shortcut }: ToolButtonProps) {
  return (
    <Toolbar.Button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      title={shortcut ? `${label} (${shortcut})` : label}
      disabled={disabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={cn(
        'flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-foreground disabled:opacity-40 max-sm:size-10',
        pressed && 'bg-accent-soft text-accent hover:text-accent',
      )}
    >
      <Icon className="size-4" aria-hidden />
    </Toolbar.Button>
  );
}

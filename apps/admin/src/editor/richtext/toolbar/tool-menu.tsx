import type { Editor } from '@tiptap/react';
import { ChevronDown } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '@/ui/cn.ts';
import { Menu } from '@/ui/menu.tsx';

interface ToolMenuProps {
  readonly editor: Editor;
  /** Content of the button. */
  readonly face: ReactNode;
  /** Name of the menu, where its face doesn't say it. */
  readonly label?: string;
  readonly title?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A menu of a toolbar. When it closes, one writes on where one was. */
export function ToolMenu({ editor, face, label, title, className, children }: ToolMenuProps) {
  return (
    <Menu
      align="start"
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        const at = document.activeElement;
        if (!at || at === document.body) editor.view.focus();
      }}
      trigger={
        <Toolbar.Button
          type="button"
          aria-label={label}
          title={title}
          className={cn(
            'flex h-7 shrink-0 items-center gap-1 rounded-md px-2 text-xs font-medium hover:bg-hover max-sm:h-10 [&_svg]:size-3.5',
            className,
          )}
        >
          {face} <ChevronDown aria-hidden />
        </Toolbar.Button>
      }
    >
      {children}
    </Menu>
  );
}

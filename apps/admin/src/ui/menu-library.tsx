import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { keepFocus } from './keep-focus.ts';
import { MenuPartsProvider } from './menu-context.ts';

interface LoadedMenuProps {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align: 'start' | 'end';
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onCloseAutoFocus: ((event: Event) => void) | undefined;
}

/** The menu itself, with its library: loaded when a menu's button is pointed at or focused. */
export default function LoadedMenu(props: LoadedMenuProps) {
  const { trigger, children, align, open, onOpenChange, onCloseAutoFocus = keepFocus } = props;
  return (
    <MenuPartsProvider value={Radix}>
      <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
        <Radix.Trigger asChild>{trigger}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            onCloseAutoFocus={onCloseAutoFocus}
            align={align}
            sideOffset={4}
            collisionPadding={8}
            className="z-70 max-h-[min(70dvh,var(--radix-dropdown-menu-content-available-height))] min-w-48 overflow-y-auto rounded-lg border bg-surface p-1 shadow-pop"
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </MenuPartsProvider>
  );
}

import { Check, type LucideIcon, MoreHorizontal } from 'lucide-react';
import { type DropdownMenu as Radix, Slot } from 'radix-ui';
import { type ComponentProps, type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { partFailed } from './lazy-part.tsx';
import { useMenuParts } from './menu-context.ts';

const load = () => import('./menu-library.tsx');
const LoadedMenu = lazy(load);

interface MenuProps {
  /** A button. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly onOpenChange?: (open: boolean) => void;
  /** Gives the focus back, where that isn't to be the trigger. */
  readonly onCloseAutoFocus?: (event: Event) => void;
}

/** A menu that opens at a button. Its library comes with the first one that's opened. */
export function Menu({ trigger, children, align = 'end', onOpenChange, onCloseAutoFocus }: MenuProps) {
  const [wasAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const change = (open: boolean): void => {
    setOpen(open);
    onOpenChange?.(open);
  };
  // A failed load, as without a network, must not take the screen away.
  const ask = (): void => {
    const open = (): void => {
      setAsked(true);
      change(true);
    };
    void load().then(open, partFailed);
  };
  const button = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      data-state="closed"
      onPointerEnter={() => void load().catch(() => undefined)}
      onFocus={() => void load().catch(() => undefined)}
      onClick={ask}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        ask();
      }}
    >
      {trigger}
    </Slot.Root>
  );
  if (!wasAsked) return button;
  return (
    <Suspense fallback={button}>
      <LoadedMenu
        trigger={trigger}
        align={align}
        open={isOpen}
        onOpenChange={change}
        onCloseAutoFocus={onCloseAutoFocus}
      >
        {children}
      </LoadedMenu>
    </Suspense>
  );
}

const ITEM =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50 data-[highlighted]:bg-hover max-sm:min-h-11 [&_svg]:size-4 [&_svg]:text-muted';

interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  readonly danger?: boolean;
  readonly icon?: LucideIcon;
  /** The item's text; `children` for anything else. */
  readonly label?: ReactNode;
}

/** An action of a menu. */
export function MenuItem({ className, danger = false, icon: Icon, label, children = label, ...props }: MenuItemProps) {
  const { Item } = useMenuParts();
  return (
    <Item className={cn(ITEM, danger && 'text-danger [&_svg]:text-danger', className)} {...props}>
      {Icon ? (
        <>
          <Icon aria-hidden /> {children}
        </>
      ) : (
        children
      )}
    </Item>
  );
}

interface MenuCheckboxItemProps {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

/** Something that is on or off. The menu stays open, for the next one. */
export function MenuCheckboxItem({ checked, onCheckedChange, children }: MenuCheckboxItemProps) {
  const { CheckboxItem, ItemIndicator } = useMenuParts();
  return (
    <CheckboxItem
      checked={checked}
      onCheckedChange={onCheckedChange}
      onSelect={(event) => event.preventDefault()}
      className={cn(ITEM, 'relative ps-8')}
    >
      <ItemIndicator className="absolute start-2.5">
        <Check className="size-4" aria-hidden />
      </ItemIndicator>
      {children}
    </CheckboxItem>
  );
}

/** Heading of the items below. */
export function MenuLabel({ children }: { readonly children: ReactNode }) {
  const { Label } = useMenuParts();
  return <Label className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{children}</Label>;
}

/** A line between items. */
export function MenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator className="my-1 h-px bg-border" />;
}

interface MoreMenuProps {
  readonly label: string;
  readonly size?: 'icon' | 'icon-sm';
  /** Of its button. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** Further actions on something, behind three dots. */
export function MoreMenu({ label, size = 'icon-sm', className = 'max-sm:size-11', children }: MoreMenuProps) {
  return (
    <Menu trigger={<IconButton icon={MoreHorizontal} label={label} size={size} className={className} />}>
      {children}
    </Menu>
  );
}

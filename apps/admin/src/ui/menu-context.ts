import type { DropdownMenu as Radix } from 'radix-ui';
import { createContext, useContext } from 'react';

/** The library's parts of a menu, which come with the first menu that's opened. */
type MenuParts = Pick<
  typeof Radix,
  'Root' | 'Trigger' | 'Portal' | 'Content' | 'Item' | 'CheckboxItem' | 'ItemIndicator' | 'Label' | 'Separator'
>;

const Context = createContext<MenuParts | null>(null);

export const MenuPartsProvider = Context.Provider;

/** The library's parts of the menu around the caller. */
export function useMenuParts(): MenuParts {
  const parts = useContext(Context);
  if (!parts) throw new Error('Used outside of a menu.');
  return parts;
}

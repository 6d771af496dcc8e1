import { useTheme } from 'next-themes';
import { Toaster as Sonner } from 'sonner';
import { common as words } from '#messages/common';

export { toast } from 'sonner';

/** Where toasts appear, with the library: loaded with the first toast, key or click. */
export default function LoadedToaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      closeButton
      containerAriaLabel={words.notifications}
      // Above dialogs, below menus and the navigation.
      style={{ fontFamily: 'var(--font-sans)', zIndex: 60 }}
      mobileOffset={{ bottom: 72 }}
      toastOptions={{
        closeButtonAriaLabel: words.close,
        style: {
          background: 'var(--surface)',
          color: 'var(--foreground)',
          border: '1px solid var(--border)',
          fontFamily: 'inherit',
        },
      }}
    />
  );
}

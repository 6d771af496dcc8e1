import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { shell as t } from '#messages/shell';
import { IconButton } from '@/ui/button.tsx';

interface NavDrawerProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Navigation over the screen, on a phone. */
export function NavDrawer({ onClose, children }: NavDrawerProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-70 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-70 w-72 max-w-[80vw] border-e bg-sunken shadow-pop outline-none"
        >
          <Dialog.Title className="sr-only">{t.navigation}</Dialog.Title>
          <Dialog.Close asChild>
            <IconButton
              icon={X}
              label={t.closeNavigation}
              size="icon"
              className="absolute top-2 start-full ms-1 size-11 bg-surface"
            />
          </Dialog.Close>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

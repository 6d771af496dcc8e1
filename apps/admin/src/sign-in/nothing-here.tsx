import { useMessages } from '@/i18n/language-context.ts';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { GateMessage } from './gate-message.tsx';

/** Says that an address leads nowhere, and where to go instead. */
export function NothingHere() {
  const { gate: t, common } = useMessages();
  return (
    <GateMessage title={t.nothingHere} lead={common.nothingHereHelp}>
      <Button asChild variant="primary">
        <Link href="/">{t.toStart}</Link>
      </Button>
    </GateMessage>
  );
}

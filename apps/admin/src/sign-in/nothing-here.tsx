import { useMessages } from '@/i18n/language-context.ts';
import { LinkButton } from '@/ui/link-button.tsx';
import { GateMessage } from './gate-message.tsx';

/** Says that an address leads nowhere, and where to go instead. */
export function NothingHere() {
  const { gate: t, common } = useMessages();
  return (
    <GateMessage title={t.nothingHere} lead={common.nothingHereHelp}>
      <LinkButton label={t.toStart} href="/" variant="primary" />
    </GateMessage>
  );
}

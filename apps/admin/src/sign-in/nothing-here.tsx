import { common } from '#messages/common';
import { gate as t } from '#messages/gate';
import { LinkButton } from '@/ui/link-button.tsx';
import { GateMessage } from './gate-message.tsx';

/** Says that an address leads nowhere, and where to go instead. */
export function NothingHere() {
  return (
    <GateMessage title={t.nothingHere} lead={common.nothingHereHelp}>
      <LinkButton label={t.toStart} href="/" variant="primary" />
    </GateMessage>
  );
}

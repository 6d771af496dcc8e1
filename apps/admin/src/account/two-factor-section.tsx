import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { account as t } from '#messages/account';
import { askAuth, type SessionUser } from '@/api/session.ts';
import { sessionQuery } from '@/api/use-session.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Section } from '@/ui/page.tsx';
import { tell } from '@/ui/toast.tsx';
import { AppDialog } from './app-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryDialog } from './recovery-dialog.tsx';

interface Begun {
  readonly totp_uri: string;
  readonly recovery_codes: readonly string[];
}

type Step = 'enable' | 'disable' | 'renew' | null;

/** Codes of an authenticator app: on and off, with new recovery codes. */
export function TwoFactorSection({ user }: { readonly user: SessionUser }) {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>(null);
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = (): void => setStep(null);
  const refresh = (): Promise<void> => queryClient.invalidateQueries(sessionQuery);
  const isOn = user.twoFactorEnabled === true;
  return (
    <Section title={t.twoFactor} lead={t.twoFactorLead}>
      <div className="flex flex-wrap items-center gap-3 rounded-lg border bg-surface px-4 py-3">
        <span className="flex-1">
          <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? t.on : t.off}</Badge>
        </span>
        {isOn ? (
          <>
            <Button onClick={() => setStep('renew')}>{t.renew}</Button>
            <Button label={t.turnOff} variant="danger" onClick={() => setStep('disable')} />
          </>
        ) : (
          <Button disabled={user.emailVerified === false} onClick={() => setStep('enable')}>
            {t.turnOn}
          </Button>
        )}
      </div>
      {step === 'enable' && (
        <PasswordDialog<Begun>
          title={t.twoFactor}
          action={t.turnOn}
          ask={(password) => askAuth('two-factor/enable', { password })}
          onClose={close}
          onDone={(body) => {
            close();
            setBegun(body);
          }}
        />
      )}
      {step === 'renew' && (
        <PasswordDialog<Pick<Begun, 'recovery_codes'>>
          title={t.renew}
          lead={t.renewLead}
          action={t.renew}
          ask={(password) => askAuth('two-factor/renew-codes', { password })}
          onClose={close}
          onDone={(body) => {
            close();
            setCodes(body.recovery_codes);
          }}
        />
      )}
      {step === 'disable' && (
        <PasswordDialog
          title={t.turnOff}
          lead={t.turnOffLead}
          action={t.turnOff}
          ask={(password) => askAuth('two-factor/disable', { password })}
          onClose={close}
          onDone={() => {
            close();
            void refresh();
            tell(t.isOff);
          }}
        />
      )}
      {begun && (
        <AppDialog
          uri={begun.totp_uri}
          onClose={() => setBegun(null)}
          onDone={() => {
            setCodes(begun.recovery_codes);
            setBegun(null);
            void refresh();
          }}
        />
      )}
      {codes && <RecoveryDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  );
}

import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { account as t } from '#messages/account';
import { common } from '#messages/common';
import { gate } from '#messages/gate';
import { errorText } from '@/api/error-texts.ts';
import { type AuthAnswer, askAuth, type SessionUser } from '@/api/session.ts';
import { browserName } from '@/sign-in/browser-name.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { knowsPasskeys } from '@/sign-in/passkey-sign-in.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Section } from '@/ui/page.tsx';
import { QueryState } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { tell } from '@/ui/toast.tsx';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { type Own, PASSKEYS_KEY, readOwn } from './sessions-query.ts';

/** One's own passkeys. */
export function PasskeysSection({ user }: { readonly user: SessionUser }) {
  const queryClient = useQueryClient();
  const [isKnown, setKnown] = useState(true);
  useEffect(() => setKnown(knowsPasskeys()), []);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<RegistrationResponseJSON | null>(null);
  const [renaming, setRenaming] = useState<Own<'passkeys'> | null>(null);
  const [removing, setRemoving] = useState<Own<'passkeys'> | null>(null);
  const passkeys = useQuery({ queryKey: PASSKEYS_KEY, queryFn: () => readOwn(askAuth('passkeys')) });
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: PASSKEYS_KEY });
  const make = async (password: string): Promise<AuthAnswer<RegistrationResponseJSON> | null> => {
    const options = await askAuth('passkeys/register-options', { password });
    if (!options.ok) return options;
    const { startRegistration } = await import('@simplewebauthn/browser');
    const response = await startRegistration({ optionsJSON: options.body }).catch(() => null);
    if (response) return { ok: true, body: response };
    tell(errorText({ code: 'auth.passkey_refused', message: '' }));
    return null;
  };
  const remove = async ({ id }: Own<'passkeys'>): Promise<void> => {
    const answer = await askAuth('passkeys/remove', { id });
    if (!answer.ok) tell(failureText(answer.failure, gate));
    setRemoving(null);
    await refresh();
  };
  return (
    <Section
      title={t.passkeys}
      lead={isKnown ? t.passkeysLead : t.noBrowserSupport}
      action={
        isKnown && (
          <Button
            icon={Plus}
            label={t.addPasskey}
            disabled={user.emailVerified === false}
            onClick={() => setAdding(true)}
          />
        )
      }
    >
      <QueryState query={passkeys} rows={1} />
      {passkeys.data?.length === 0 && (
        <p className="rounded-lg border bg-surface px-4 py-3 text-sm text-muted">{t.noPasskeys}</p>
      )}
      {passkeys.data && passkeys.data.length > 0 && (
        <ul className="divide-y rounded-lg border bg-surface">
          {passkeys.data.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
              <KeyRound className="size-4 shrink-0 text-muted" aria-hidden />
              <div className="min-w-0 flex-1 basis-40">
                <p className="truncate font-medium">{passkey.name}</p>
                {passkey.created_at && (
                  <p className="text-xs text-muted">
                    {t.added} <TimeAgo at={passkey.created_at} />
                  </p>
                )}
              </div>
              <Button
                label={common.rename}
                size="sm"
                className="max-sm:h-11"
                aria-label={`${common.rename}: ${passkey.name}`}
                onClick={() => setRenaming(passkey)}
              />
              <Button
                label={common.remove}
                size="sm"
                variant="danger"
                className="max-sm:h-11"
                aria-label={`${common.remove}: ${passkey.name}`}
                onClick={() => setRemoving(passkey)}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <PasswordDialog
          title={t.addPasskey}
          action={common.continue}
          ask={make}
          onClose={() => setAdding(false)}
          onDone={(response) => {
            setAdding(false);
            setMade(response);
          }}
        />
      )}
      {(made || renaming) && (
        <PasskeyNameDialog
          title={made ? t.addPasskey : t.renameTitle}
          name={renaming?.name ?? browserName(navigator.userAgent).system ?? ''}
          save={(name) =>
            made
              ? askAuth('passkeys/register', { name, response: made })
              : askAuth('passkeys/rename', { name, id: renaming?.id ?? '' })
          }
          onClose={() => {
            setMade(null);
            setRenaming(null);
          }}
          onDone={() => {
            tell(made ? t.passkeyAdded : common.saved);
            setMade(null);
            setRenaming(null);
            void refresh();
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t.removeTitle({ name: removing.name })}
          consequence={t.removeLead}
          action={common.remove}
          onClose={() => setRemoving(null)}
          onConfirm={() => void remove(removing)}
        />
      )}
    </Section>
  );
}

import { useState } from 'react';
import { common } from '#messages/common';
import { operating as t } from '#messages/operating';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { Badge } from '@/ui/badge.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { MenuItem, MoreMenu } from '@/ui/menu.tsx';
import { SecretDialog } from '@/ui/secret-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';
import { DeletePersonDialog } from './delete-person-dialog.tsx';

interface PersonRowProps {
  readonly account: Outputs['people']['list']['data'][number];
  readonly isSelf: boolean;
}

type Step = 'makeOperator' | 'removeOperator' | 'block' | 'unblock' | 'signOut' | 'resetTwoFactor' | 'resetLink';

/** An account of the instance, and an operator's actions on it. Each action first names its consequences. */
export function PersonRow({ account, isSelf }: PersonRowProps) {
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const [pending, setPending] = useState<Step | 'delete' | null>(null);
  const { id: userId, name, operator, blocked, deactivated, two_factor: hasCodes } = account;
  const step = pending === 'delete' ? null : pending;
  const close = (): void => setPending(null);
  const onDone = async (): Promise<void> => {
    if (step) tell(t.steps[step].done({ name }));
    await invalidate(trpc.people.list, trpc.audit.listOfInstance);
  };
  const change = useAction(trpc.people.change, common.nothingDone, onDone, close);
  const signOut = useAction(trpc.people.signOut, common.nothingDone, onDone, close);
  const resetTwoFactor = useAction(trpc.people.resetTwoFactor, common.nothingDone, onDone, close);
  const resetLink = useAction(trpc.people.createResetLink, common.nothingDone, undefined, close);
  const take: Readonly<Record<Step, () => void>> = {
    makeOperator: () => change.mutate({ userId, operator: true }),
    removeOperator: () => change.mutate({ userId, operator: false }),
    block: () => change.mutate({ userId, blocked: true }),
    unblock: () => change.mutate({ userId, blocked: false }),
    signOut: () => signOut.mutate({ userId }),
    resetTwoFactor: () => resetTwoFactor.mutate({ userId }),
    resetLink: () => resetLink.mutate({ userId }),
  };
  const isBusy = [change, signOut, resetTwoFactor, resetLink].some(({ isPending }) => isPending);
  const steps: readonly Step[] = [
    ...(operator ? (['removeOperator'] as const) : deactivated ? [] : (['makeOperator'] as const)),
    'signOut',
    ...(hasCodes ? (['resetTwoFactor'] as const) : []),
    ...(isSelf || deactivated ? [] : (['resetLink'] as const)),
    ...(operator ? [] : blocked ? (['unblock'] as const) : (['block'] as const)),
  ];
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 font-medium break-words">
          {name}
          {operator && <Badge>{t.operator}</Badge>}
          {blocked && <Badge tone="warning">{t.blocked}</Badge>}
          {deactivated && !blocked && <Badge>{t.deactivated}</Badge>}
          {!account.email_verified && <Badge>{t.unverified}</Badge>}
        </p>
        <p className="text-xs break-all text-muted">
          {account.email} · {t.inProjects({ count: account.projects })}
        </p>
      </div>
      <MoreMenu label={`${common.more}: ${name}`} size="icon">
        {steps.map((one) => (
          <MenuItem key={one} danger={one === 'block'} onSelect={() => setPending(one)}>
            {t.steps[one].action}
          </MenuItem>
        ))}
        {!operator && <MenuItem label={t.deletePerson} danger onSelect={() => setPending('delete')} />}
      </MoreMenu>
      {step && (
        <ConfirmDialog
          title={t.steps[step].title({ name })}
          consequence={t.steps[step].lead}
          action={t.steps[step].action}
          tone={step === 'block' || step === 'resetTwoFactor' ? 'danger' : 'primary'}
          busy={isBusy}
          onClose={() => setPending(null)}
          onConfirm={take[step]}
        />
      )}
      {pending === 'delete' && <DeletePersonDialog person={account} onClose={() => setPending(null)} />}
      {resetLink.data && (
        <SecretDialog
          onClose={() => resetLink.reset()}
          title={t.steps.resetLink.done({ name })}
          lead={t.resetShare({ email: account.email })}
          label={t.resetLabel}
          value={resetLink.data.reset_url}
        />
      )}
    </li>
  );
}

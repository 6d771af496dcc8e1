import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { AffectedList } from '@/ui/affected-list.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { Section } from '@/ui/page.tsx';
import { tell } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';

interface TwoFactorRuleProps {
  /** Members without codes, who would be kept out. */
  readonly without: readonly { readonly user_id: string; readonly name: string; readonly email: string }[];
}

/** Whether members need two-factor codes, and who would be kept out. For owners. */
export function TwoFactorRule({ without }: TwoFactorRuleProps) {
  const { project, user } = useProject();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const [isAsking, setAsking] = useState(false);
  const update = useAction(
    trpc.projects.update,
    common.nothingDone,
    async () => {
      await invalidate(trpc.projects);
      tell(common.saved);
    },
    () => setAsking(false),
  );
  const set = (requires_two_factor: boolean): void => update.mutate({ projectId: project.id, requires_two_factor });
  const isSelf = without.some(({ user_id: id }) => id === user.id);
  const isOn = project.requires_two_factor;
  return (
    <Section title={t.twoFactor} lead={t.twoFactorLead}>
      <Checkbox
        label={t.requireTwoFactor}
        checked={isOn}
        disabled={update.isPending || (isSelf && !isOn)}
        onChange={({ target }) => (target.checked && without.length > 0 ? setAsking(true) : set(target.checked))}
      />
      {isSelf && !isOn && (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <p className="text-sm text-muted">{t.twoFactorFirst}</p>
          <LinkButton label={t.toTwoFactor} href="/account" size="sm" />
        </div>
      )}
      {isOn && without.length > 0 && (
        <p className="mt-2 text-sm text-muted">
          {t.keptOut({ people: without.map(({ name, email }) => name || email).join(', ') })}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t.requireTwoFactor}
          consequence={t.willBeKeptOut}
          tone="primary"
          action={t.requireTwoFactor}
          busy={update.isPending}
          onConfirm={() => set(true)}
          onClose={() => setAsking(false)}
        >
          <AffectedList items={without.map(({ user_id: id, name, email }) => ({ id, title: name || email }))} />
        </ConfirmDialog>
      )}
    </Section>
  );
}

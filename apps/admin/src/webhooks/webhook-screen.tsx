import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, KeyRound, Pencil, Play, Power, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { common } from '#messages/common';
import { webhooks as t } from '#messages/webhooks';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { known } from '@/i18n/known.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { MenuItem, MenuSeparator, MoreMenu } from '@/ui/menu.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { QueryState } from '@/ui/states.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { useWebhookActions } from './use-webhook-actions.ts';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookBadge, WebhookNotes } from './webhook-state.tsx';

const WebhookDialog = lazyPart(async () => (await import('./webhook-dialog.tsx')).WebhookDialog);

/** A webhook and its messages. */
export function WebhookScreen({ id }: { readonly id: string }) {
  const { project } = useProject();
  const trpc = useTRPC();
  const webhook = useQuery(trpc.webhooks.get.queryOptions({ projectId: project.id, webhookId: id }));
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-3 pb-16 sm:px-6">
      <LinkButton
        icon={ChevronLeft}
        label={t.back}
        href={`/projects/${project.id}/site/webhooks`}
        variant="ghost"
        size="sm"
        className="mb-2 -ms-2.5 max-sm:h-11"
      />
      <QueryState query={webhook} rows={4} />
      {webhook.data && <Head webhook={webhook.data} />}
      {webhook.data && <DeliveryList webhookId={id} />}
    </div>
  );
}

function Head({ webhook }: { readonly webhook: Outputs['webhooks']['get'] }) {
  const { project, schema } = useProject();
  const { language, list } = formats;
  const navigate = useNavigate();
  const actions = useWebhookActions(webhook);
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const { name, collections, locales } = webhook;
  const isOff = webhook.status === 'disabled';
  const labels = collections.map((key) => schema?.collections.find((one) => one.key === key)?.label ?? key);
  const only = [...labels, ...locales.map(language)];
  const close = (): void => setAsking(null);
  const rotate = async (): Promise<void> => {
    const made = await actions.rotate();
    close();
    setSecret(made);
  };
  const remove = async (): Promise<void> => {
    if (!(await actions.remove())) return close();
    navigate.replace(`/projects/${project.id}/site/webhooks`);
    await actions.refreshList();
  };
  return (
    <header className="mb-8 flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-semibold tracking-tight">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <WebhookBadge webhook={webhook} />
        </h1>
        <p className="mt-1 text-sm break-all text-muted">{webhook.url}</p>
        <p className="text-sm text-muted">
          {[
            ...webhook.events.map((one) => known(t.eventWords, one) ?? one),
            ...(only.length > 0 ? [t.only({ what: list(only) })] : []),
            ...(webhook.include_values ? [t.withValues] : []),
          ].join(' · ')}
        </p>
        <WebhookNotes webhook={webhook} />
      </div>
      <div className="flex flex-wrap gap-1.5">
        {isOff && (
          <Button
            icon={Play}
            label={t.enable}
            variant="primary"
            className="max-sm:h-11"
            busy={actions.isBusy}
            onClick={() => void actions.enable()}
          />
        )}
        <Button
          icon={Send}
          label={t.test}
          className="max-sm:h-11"
          busy={actions.isTesting}
          onClick={() => void actions.test()}
        />
        <MoreMenu label={common.more} size="icon">
          <MenuItem icon={Pencil} label={common.edit} onSelect={() => setAsking('edit')} />
          <MenuItem icon={KeyRound} label={t.rotate} onSelect={() => setAsking('rotate')} />
          {!isOff && <MenuItem icon={Power} label={t.disable} onSelect={() => void actions.disable()} />}
          <MenuSeparator />
          <MenuItem icon={Trash2} label={common.delete} danger onSelect={() => setAsking('delete')} />
        </MoreMenu>
      </div>
      {asking === 'edit' && <WebhookDialog webhook={webhook} onClose={close} />}
      {asking === 'rotate' && (
        <ConfirmDialog
          title={t.rotateTitle({ name })}
          consequence={t.rotateLead}
          action={t.rotateAction}
          tone="primary"
          busy={actions.isBusy}
          onConfirm={() => void rotate()}
          onClose={close}
        />
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title={common.deleteTitle({ name })}
          consequence={t.deleteLead}
          action={common.delete}
          busy={actions.isBusy}
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
      {secret !== null && <WebhookSecret name={name} secret={secret} onClose={() => setSecret(null)} />}
    </header>
  );
}

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorOf } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { messageFor } from '@/sign-in/messages.ts';
import { ActorName } from '@/ui/actor-name.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { FormFailure } from '@/ui/form-failure.tsx';
import { Input, NativeSelect } from '@/ui/input.tsx';
import { Section } from '@/ui/page.tsx';
import { Failed, SkeletonRows } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { SecretBox } from './secret-box.tsx';

const ROLES = {
  viewer: 'Viewer: reads',
  editor: 'Editor: writes and publishes',
  owner: 'Owner: manages everything',
} as const;
type Role = keyof typeof ROLES;

/** Who belongs to the project, and who is invited. */
export function MembersSection() {
  const { project, user, mayManage } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isInviting, setInviting] = useState(false);
  const members = useQuery(trpc.members.list.queryOptions({ projectId: project.id }));
  const invitations = useQuery(trpc.invitations.list.queryOptions({ projectId: project.id }, { enabled: mayManage }));
  const refresh = (): Promise<unknown> =>
    Promise.all([
      queryClient.invalidateQueries(trpc.members.pathFilter()),
      queryClient.invalidateQueries(trpc.invitations.pathFilter()),
    ]);
  const answer = { onSuccess: refresh, onError: (error: unknown) => tellFailure('That did not work', error) };
  const update = useMutation(trpc.members.update.mutationOptions(answer));
  const remove = useMutation(trpc.members.remove.mutationOptions(answer));
  const revoke = useMutation(trpc.invitations.revoke.mutationOptions(answer));
  return (
    <Section
      title="People"
      action={
        mayManage && (
          <Button onClick={() => setInviting(true)}>
            <UserPlus aria-hidden /> Invite
          </Button>
        )
      }
    >
      {members.error && <Failed error={members.error} onRetry={() => void members.refetch()} />}
      {members.isPending && <SkeletonRows count={2} />}
      <ul className="divide-y rounded-lg border bg-surface">
        {members.data?.data.map((member) => (
          <li key={member.user_id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="truncate font-medium">
                {member.name} {member.user_id === user.id && <Badge>you</Badge>}
              </p>
              <p className="truncate text-xs text-muted">{member.email}</p>
            </div>
            {mayManage ? (
              <>
                <NativeSelect
                  aria-label={`Role of ${member.name}`}
                  className="w-auto"
                  value={member.role}
                  onChange={(event) =>
                    update.mutate({ projectId: project.id, userId: member.user_id, role: event.target.value as Role })
                  }
                >
                  {Object.entries(ROLES).map(([role, words]) => (
                    <option key={role} value={role}>
                      {words}
                    </option>
                  ))}
                </NativeSelect>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`Remove ${member.name}`}
                  onClick={() => remove.mutate({ projectId: project.id, userId: member.user_id })}
                >
                  Remove
                </Button>
              </>
            ) : (
              <Badge>{member.role}</Badge>
            )}
          </li>
        ))}
        {invitations.data?.data.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="truncate font-medium text-muted">{invitation.email}</p>
              <p className="text-xs text-muted">
                Invited as {invitation.role} by <ActorName actor={invitation.invited_by} />,{' '}
                <TimeAgo at={invitation.created_at} />
              </p>
            </div>
            <Badge tone="warning">invited</Badge>
            <Button
              variant="ghost"
              size="sm"
              onClick={() => revoke.mutate({ projectId: project.id, invitationId: invitation.id })}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={() => void refresh()} />}
    </Section>
  );
}

function InviteDialog({ onClose, onInvited }: { readonly onClose: () => void; readonly onInvited: () => void }) {
  const { project } = useProject();
  const trpc = useTRPC();
  const create = useMutation(trpc.invitations.create.mutationOptions());
  const failure = create.error ? errorOf(create.error) : null;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '', role: 'editor' as Role } });
  const submit = handleSubmit(async (values) => {
    await create.mutateAsync({ projectId: project.id, ...values });
    onInvited();
    tell('The invitation is ready.');
  });
  if (create.data) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title="Hand this link over"
        description={`It lets ${create.data.email} join as ${create.data.role}. It is shown only now, and works for seven days.`}
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <SecretBox label="Invitation link" value={create.data.accept_url} />
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Invite somebody">
      <form
        noValidate
        className="flex flex-col gap-4 pb-4"
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <Field label="Email" error={formState.errors.email?.message ?? messageFor(failure, 'email')}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoFocus
              {...register('email', { required: 'Enter an email address.' })}
            />
          )}
        </Field>
        <Field label="Role">
          {(control) => (
            <NativeSelect {...control} {...register('role')}>
              {Object.entries(ROLES).map(([role, words]) => (
                <option key={role} value={role}>
                  {words}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <FormFailure failure={failure} />
        <Button type="submit" variant="primary" className="self-end" busy={formState.isSubmitting}>
          Make a link
        </Button>
      </form>
    </Dialog>
  );
}

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorOf } from '@/api/errors.ts';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { messageFor } from '@/sign-in/messages.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { FormFailure } from '@/ui/form-failure.tsx';
import { Input, NativeSelect } from '@/ui/input.tsx';
import { Section } from '@/ui/page.tsx';
import { Empty, Failed, SkeletonRows } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { SecretBox } from './secret-box.tsx';

type Token = Outputs['tokens']['list']['data'][number];

const SCOPES = {
  read_published: 'Read what is live: for website builds',
  read_draft: 'Read drafts too: for previews',
  admin: 'Everything: for imports and the command line',
} as const;
type Scope = keyof typeof SCOPES;

/** Tokens that programs use. */
export function TokensSection() {
  const { project } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<{ readonly name: string; readonly secret: string } | null>(null);
  const [ending, setEnding] = useState<{ readonly token: Token; readonly kind: 'rotate' | 'revoke' } | null>(null);
  const tokens = useQuery(trpc.tokens.list.queryOptions({ projectId: project.id }));
  const refresh = (): Promise<void> => queryClient.invalidateQueries(trpc.tokens.pathFilter());
  const live = (tokens.data?.data ?? []).filter((token) => !token.revoked_at);
  return (
    <Section
      title="Tokens"
      lead="Programs use these. Each belongs to this project alone."
      action={
        <Button onClick={() => setMaking(true)}>
          <Plus aria-hidden /> New token
        </Button>
      }
    >
      {tokens.error && <Failed error={tokens.error} onRetry={() => void tokens.refetch()} />}
      {tokens.isPending && <SkeletonRows count={2} />}
      {tokens.isSuccess && live.length === 0 && (
        <Empty icon={KeyRound} title="No tokens">
          Make one for the website that is built from this project.
        </Empty>
      )}
      {live.length > 0 && (
        <ul className="divide-y rounded-lg border bg-surface">
          {live.map((token) => (
            <li key={token.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <p className="truncate font-medium">{token.name}</p>
                <p className="text-xs text-muted">
                  …{token.hint} ·{' '}
                  {token.last_used_at ? (
                    <>
                      used <TimeAgo at={token.last_used_at} />
                    </>
                  ) : (
                    'never used'
                  )}
                  {token.expires_at && (
                    <>
                      {' '}
                      · expires <TimeAgo at={token.expires_at} />
                    </>
                  )}
                </p>
              </div>
              <Badge tone={token.scope === 'admin' ? 'warning' : 'neutral'}>{token.scope}</Badge>
              <Button size="sm" onClick={() => setEnding({ token, kind: 'rotate' })}>
                Rotate
              </Button>
              <Button size="sm" variant="danger" onClick={() => setEnding({ token, kind: 'revoke' })}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isMaking && (
        <NewTokenDialog
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setShown(made);
            void refresh();
          }}
        />
      )}
      {ending && (
        <EndTokenDialog
          {...ending}
          onClose={() => setEnding(null)}
          onDone={(secret) => {
            if (secret) setShown({ name: ending.token.name, secret });
            else tell(`“${ending.token.name}” is revoked.`);
            setEnding(null);
            void refresh();
          }}
        />
      )}
      {shown && (
        <Dialog
          open
          onOpenChange={(open) => !open && setShown(null)}
          title={shown.name}
          description="Copy the token now. It is stored nowhere and can't be shown again."
          footer={<Button onClick={() => setShown(null)}>Done</Button>}
        >
          <SecretBox label="Token" value={shown.secret} />
        </Dialog>
      )}
    </Section>
  );
}

interface NewTokenDialogProps {
  readonly onClose: () => void;
  readonly onMade: (token: { readonly name: string; readonly secret: string }) => void;
}

function NewTokenDialog({ onClose, onMade }: NewTokenDialogProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const create = useMutation(trpc.tokens.create.mutationOptions());
  const failure = create.error ? errorOf(create.error) : null;
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: '', scope: 'read_published' as Scope, expires: '' },
  });
  const submit = handleSubmit(async ({ name, scope, expires }) => {
    const made = await create.mutateAsync({
      projectId: project.id,
      name,
      scope,
      ...(expires && { expires_at: new Date(expires).toISOString() }),
    });
    onMade({ name: made.name, secret: made.secret });
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="New token">
      <form
        noValidate
        className="flex flex-col gap-4 pb-4"
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <Field
          label="Name"
          help="What will use it."
          error={formState.errors.name?.message ?? messageFor(failure, 'name')}
        >
          {(control) => (
            <Input
              {...control}
              autoFocus
              placeholder="Website build"
              {...register('name', { required: 'Give it a name.' })}
            />
          )}
        </Field>
        <Field label="May">
          {(control) => (
            <NativeSelect {...control} {...register('scope')}>
              {Object.entries(SCOPES).map(([scope, words]) => (
                <option key={scope} value={scope}>
                  {words}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Expires" help="Empty: never." error={messageFor(failure, 'expires_at')}>
          {(control) => <Input {...control} type="date" className="w-48" {...register('expires')} />}
        </Field>
        <FormFailure failure={failure} />
        <Button type="submit" variant="primary" className="self-end" busy={formState.isSubmitting}>
          Make the token
        </Button>
      </form>
    </Dialog>
  );
}

interface EndTokenDialogProps {
  readonly token: Token;
  readonly kind: 'rotate' | 'revoke';
  readonly onClose: () => void;
  /** Given the new secret after a rotation. */
  readonly onDone: (secret: string | null) => void;
}

function EndTokenDialog({ token, kind, onClose, onDone }: EndTokenDialogProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const onError = (error: unknown): void => tellFailure('That did not work', error);
  const rotate = useMutation(
    trpc.tokens.rotate.mutationOptions({ onSuccess: ({ secret }) => onDone(secret), onError }),
  );
  const revoke = useMutation(trpc.tokens.revoke.mutationOptions({ onSuccess: () => onDone(null), onError }));
  const target = { projectId: project.id, tokenId: token.id };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={kind === 'rotate' ? `Rotate “${token.name}”?` : `Revoke “${token.name}”?`}
      description={
        kind === 'rotate'
          ? 'It gets a new secret. Whatever uses the old one is refused at once.'
          : 'Whatever uses it is refused at once. This cannot be undone.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={kind === 'rotate' ? 'primary' : 'danger'}
            busy={rotate.isPending || revoke.isPending}
            onClick={() => (kind === 'rotate' ? rotate.mutate(target) : revoke.mutate(target))}
          >
            {kind === 'rotate' ? 'Rotate' : 'Revoke'}
          </Button>
        </>
      }
    />
  );
}

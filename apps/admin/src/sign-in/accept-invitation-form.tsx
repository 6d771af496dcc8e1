'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useForm } from 'react-hook-form';
import { errorOf } from '@/api/errors.ts';
import { signIn } from '@/api/session.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useSession } from '@/api/use-session.ts';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { GateForm } from './gate-form.tsx';
import { PersonFields } from './person-fields.tsx';

/** Joins a project by the link of an invitation: with an account of one's own, or a new one. */
export function AcceptInvitationForm() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const session = useSession();
  const accept = useMutation(trpc.invitations.accept.mutationOptions());
  const form = useForm({ defaultValues: { name: '', password: '' } });
  const failure = accept.error ? errorOf(accept.error) : null;
  const isSignedIn = Boolean(session.data);
  const submit = form.handleSubmit(async (values) => {
    // Behind the #, which browsers send to no server, on the way through sign-in too.
    // Next's router repeats it when it goes to a page that is made for each request.
    const secret = window.location.hash.split('#')[1] ?? '';
    const accepted = await accept.mutateAsync({ secret, ...(isSignedIn ? {} : values) });
    const refused = isSignedIn ? null : await signIn(accepted.email, values.password);
    queryClient.removeQueries();
    const target = `/projects/${accepted.project_id}`;
    router.replace(refused ? `/sign-in?next=${encodeURIComponent(target)}` : target);
  });
  return (
    <GateForm
      title="Join the project"
      lead={
        isSignedIn ? `You are signed in as ${session.data?.email}.` : 'Choose a name and a password for your account.'
      }
      action="Join"
      busy={form.formState.isSubmitting}
      problem={failure && failure.details.length === 0 ? failure.message : null}
      onSubmit={(event) => void submit(event).catch(() => undefined)}
    >
      {failure?.code === 'auth.missing_session' && (
        <Button asChild variant="secondary">
          <Link href={`/sign-in?next=/invitations/accept${window.location.hash}`}>Sign in first</Link>
        </Button>
      )}
      {session.isSuccess && !isSignedIn && <PersonFields form={form} failure={failure} />}
    </GateForm>
  );
}

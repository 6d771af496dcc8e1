import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { account as t } from '#messages/account';
import { common } from '#messages/common';
import { gate } from '#messages/gate';
import { askAuth, type SessionUser } from '@/api/session.ts';
import { useTRPC } from '@/api/trpc.ts';
import { sessionQuery } from '@/api/use-session.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/input.tsx';
import { Section } from '@/ui/page.tsx';
import { tell, tellProblem } from '@/ui/toast.tsx';

const RHYTHMS = ['hourly', 'daily', 'off'] as const;
type Rhythm = (typeof RHYTHMS)[number];

/** How often the user gets a mail about unread notifications. Hidden where no mail is sent. */
export function MailSection({ user }: { readonly user: SessionUser }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const instance = useQuery(trpc.instance.status.queryOptions({}));
  const save = useMutation({
    mutationFn: (mailDigest: Rhythm) => askAuth('update-user', { mailDigest }),
    onSuccess: async (answer) => {
      if (!answer.ok) return tellProblem(t.notSaved, failureText(answer.failure, gate));
      await queryClient.invalidateQueries(sessionQuery);
      tell(common.saved);
    },
  });
  if (instance.data?.sends_mail !== true) return null;
  return (
    <Section title={t.mail}>
      <div className="rounded-lg border bg-surface p-4">
        <Field label={t.digest} help={t.digestHelp}>
          {(control) => (
            <Select
              {...control}
              value={save.isPending ? save.variables : (user.mailDigest ?? 'hourly')}
              options={RHYTHMS.map((one) => [one, t.rhythms[one]] as const)}
              onChange={(next) => save.mutate(next as Rhythm)}
            />
          )}
        </Field>
      </div>
    </Section>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorOf, isOfParts, messageFor } from '@/api/errors.ts';
import { signIn } from '@/api/session.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { TextField } from '@/ui/field.tsx';
import { Link } from '@/ui/link.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { failureText } from './failure-text.ts';
import { GateForm } from './gate-form.tsx';
import { GateMessage } from './gate-message.tsx';
import { PersonFields } from './person-fields.tsx';

/** Makes the first owner of a new instance, with the code that the server printed. */
export function SetUpForm() {
  const t = useMessages().gate;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const instance = useQuery(trpc.instance.status.queryOptions({}));
  const setUp = useMutation(trpc.instance.setUp.mutationOptions());
  const form = useForm({ defaultValues: { code: '', name: '', email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const failure = setUp.error ? errorOf(setUp.error) : null;
  const submit = form.handleSubmit(async (values) => {
    await setUp.mutateAsync({ ...values, code: values.code.trim() });
    await signIn(values.email, values.password);
    queryClient.removeQueries();
    navigate.replace('/');
  });
  if (instance.data?.set_up) {
    return (
      <GateMessage title={t.isSetUp} lead={t.isSetUpHelp}>
        <Link href="/sign-in" className="text-sm text-accent underline">
          {t.signIn}
        </Link>
      </GateMessage>
    );
  }
  return (
    <GateForm
      title={t.setUp}
      lead={t.setUpLead}
      action={t.setUpAction}
      busy={isSubmitting}
      problem={failure && !isOfParts(failure) ? failureText(failure, t) : null}
      onSubmit={(event) => void submit(event).catch(() => undefined)}
    >
      <TextField
        label={t.setUpCode}
        error={errors.code?.message ?? messageFor(failure, 'code')}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        {...form.register('code', { required: t.enterCode })}
      />
      <TextField
        label={t.email}
        error={errors.email?.message ?? messageFor(failure, 'email')}
        type="email"
        autoComplete="username"
        {...form.register('email', { required: t.enterEmail })}
      />
      <PersonFields form={form} failure={failure} />
    </GateForm>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { account as t } from '#messages/account';
import { gate } from '#messages/gate';
import { askAuth, type SessionUser } from '@/api/session.ts';
import { useTRPC } from '@/api/trpc.ts';
import { language } from '@/i18n/language.ts';
import { mailLanguageOf } from '@/i18n/languages.ts';
import { failureText } from '@/sign-in/failure-text.ts';
import { Button } from '@/ui/button.tsx';
import { Section } from '@/ui/page.tsx';
import { tell } from '@/ui/toast.tsx';

/** Says that one's address isn't verified, and how to change that. */
export function VerifySection({ user: { email } }: { readonly user: SessionUser }) {
  const trpc = useTRPC();
  const instance = useQuery(trpc.instance.status.queryOptions({}));
  const mail = useMutation({
    mutationFn: () => askAuth('password-reset/request', { email, language: mailLanguageOf(language) }),
    onSuccess: (answer) => tell(answer.ok ? gate.sentLead({ email }) : failureText(answer.failure, gate)),
  });
  const sendsMail = instance.data?.sends_mail === true;
  return (
    <Section title={t.verify}>
      <div className="flex flex-wrap items-center gap-3 rounded-lg border bg-surface px-4 py-3">
        <p className="min-w-0 flex-1 basis-64 text-sm text-muted">{sendsMail ? t.verifyLead : t.verifyWithoutMail}</p>
        {sendsMail && (
          <Button busy={mail.isPending} onClick={() => mail.mutate()}>
            {gate.sendLink}
          </Button>
        )}
      </div>
    </Section>
  );
}

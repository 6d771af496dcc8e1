import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import { gate as t } from '#messages/gate';
import { useTRPC } from '@/api/trpc.ts';
import { sessionQuery, useSession } from '@/api/use-session.ts';
import { Link } from '@/ui/link.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { CodeForm } from './code-form.tsx';
import { GateMessage } from './gate-message.tsx';
import { localPath, withFragment } from './local-path.ts';
import { PasswordForm } from './password-form.tsx';
import { ProviderProblem } from './provider-problem.tsx';

/** Signs in, and goes where one wanted to go; in a tab opened by another one it says that it may be closed. */
export function SignInForm() {
  const navigate = useNavigate();
  const query = useSearchParams();
  const next = localPath(query.get('next'));
  const closes = query.get('then') === 'close';
  const queryClient = useQueryClient();
  const trpc = useTRPC();
  const session = useSession();
  const instance = useQuery(trpc.instance.status.queryOptions({}));
  // A provider has proved who it is, and the account asks for a code as well.
  const [needsCode, setNeedsCode] = useState(query.get('step') === 'code');
  const [isIn, setIn] = useState(false);
  const isNew = instance.data?.set_up === false;
  useEffect(() => {
    if (isNew) navigate.replace('/setup');
  }, [isNew, navigate]);
  const enter = async (): Promise<void> => {
    if (closes) {
      setIn(true);
      return;
    }
    queryClient.removeQueries();
    await queryClient.prefetchQuery(sessionQuery);
    navigate.replace(withFragment(next));
  };
  if (closes && (isIn || session.data)) {
    return (
      <GateMessage title={t.closeTab} lead={t.closeTabHelp}>
        <Link href="/" className="text-sm text-accent underline">
          {t.toStart}
        </Link>
      </GateMessage>
    );
  }
  if (needsCode) return <CodeForm onDone={() => void enter()} onBack={() => setNeedsCode(false)} />;
  return (
    <>
      <ProviderProblem />
      <PasswordForm
        next={() => (closes ? '/sign-in?then=close' : withFragment(next))}
        onDone={() => void enter()}
        onCode={() => setNeedsCode(true)}
      />
    </>
  );
}

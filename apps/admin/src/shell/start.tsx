import { useQuery } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { useEffect } from 'react';
import { shell } from '#messages/shell';
import { useTRPC } from '@/api/trpc.ts';
import { SignedInAs } from '@/sign-in/signed-in-as.tsx';
import { useSignedIn } from '@/sign-in/use-signed-in.ts';
import { LinkButton } from '@/ui/link-button.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { Empty, Failed } from '@/ui/states.tsx';
import { lastProject } from './last-project.ts';

/** Opens the project that was open last, or the first one. */
export function Start() {
  const t = shell.firstProject;
  const navigate = useNavigate();
  const trpc = useTRPC();
  const { isSignedIn, user } = useSignedIn();
  const projects = useQuery(trpc.projects.list.queryOptions({}, { enabled: isSignedIn }));
  const list = projects.data?.data;
  useEffect(() => {
    const open = list?.find(({ id }) => id === lastProject()) ?? list?.[0];
    if (open) navigate.replace(`/projects/${open.id}`);
  }, [list, navigate]);
  if (projects.error) return <Failed error={projects.error} onRetry={() => void projects.refetch()} />;
  if (list?.length !== 0) return null;
  return (
    <main className="px-4 pt-24">
      <Empty
        icon={FolderPlus}
        title={t.title}
        action={<LinkButton label={t.create} href="/projects/new" variant="primary" />}
        help={t.help}
      />
      {user && <SignedInAs email={user.email} />}
    </main>
  );
}

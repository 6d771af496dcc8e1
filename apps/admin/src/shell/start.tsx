'use client';

import { useQuery } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { Empty, Failed } from '@/ui/states.tsx';
import { lastProject } from './last-project.ts';
import { useSignedIn } from './use-signed-in.ts';

/** Opens the project that was open last, or the first one. */
export function Start() {
  const router = useRouter();
  const trpc = useTRPC();
  const { isSignedIn } = useSignedIn();
  const projects = useQuery(trpc.projects.list.queryOptions({}, { enabled: isSignedIn }));
  const list = projects.data?.data;
  useEffect(() => {
    const open = list?.find(({ id }) => id === lastProject()) ?? list?.[0];
    if (open) router.replace(`/projects/${open.id}/entries`);
  }, [list, router]);
  if (projects.error) return <Failed error={projects.error} onRetry={() => void projects.refetch()} />;
  if (list?.length !== 0) return null;
  return (
    <main className="pt-24">
      <Empty
        icon={FolderPlus}
        title="No project yet"
        action={
          <Button asChild variant="primary">
            <Link href="/projects/new">Create a project</Link>
          </Button>
        }
      >
        A project holds the content of a website. Create one, or ask for an invitation to an existing one.
      </Empty>
    </main>
  );
}

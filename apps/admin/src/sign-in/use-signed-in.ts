import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { useSession } from '@/api/use-session.ts';
import { useNavigate } from '@/ui/navigate.ts';

/** Sends people who aren't signed in to the sign-in page, which leads back here. */
export function useSignedIn() {
  const navigate = useNavigate();
  const path = usePathname();
  const session = useSession();
  const isOut = session.data === null;
  useEffect(() => {
    if (isOut) navigate.replace(`/sign-in?next=${encodeURIComponent(`${path}${window.location.search}`)}`);
  }, [isOut, path, navigate]);
  return {
    isSignedIn: Boolean(session.data),
    user: session.data ?? null,
    error: session.error,
    retry: () => void session.refetch(),
  };
}

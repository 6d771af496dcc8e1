'use client';

import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { signOut } from '@/api/session.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';

/** Signs out, and goes to the door. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await signOut();
    queryClient.clear();
    window.location.assign('/sign-in');
  };
}

/** Who is signed in, the way to their account, and the way out, where no project is open. */
export function SignedInAs({ email }: { readonly email: string }) {
  const t = useMessages().shell;
  const leave = useSignOut();
  return (
    <footer className="mt-8 flex flex-wrap items-center justify-center gap-x-3 gap-y-2 text-sm text-muted">
      <span className="break-all">{t.firstProject.signedInAs(email)}</span>
      <Link href="/account" className="py-1 text-accent underline">
        {t.account}
      </Link>
      <Button variant="ghost" onClick={() => void leave()}>
        <LogOut aria-hidden /> {t.signOut}
      </Button>
    </footer>
  );
}

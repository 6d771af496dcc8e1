import { LogOut } from 'lucide-react';
import { shell as t } from '#messages/shell';
import { Button } from '@/ui/button.tsx';
import { Link } from '@/ui/link.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Signs out, and goes to the door. */
export function useLeave(): () => Promise<void> {
  const signOut = useSignOut();
  return async () => {
    if (await signOut()) window.location.assign('/sign-in');
  };
}

/** Who is signed in, the way to their account, and the way out, where no project is open. */
export function SignedInAs({ email }: { readonly email: string }) {
  const leave = useLeave();
  return (
    <footer className="mt-8 flex flex-wrap items-center justify-center gap-x-3 gap-y-2 text-sm text-muted">
      <span className="break-all">{t.firstProject.signedInAs({ email })}</span>
      <Link href="/account" className="py-1 text-accent underline">
        {t.account}
      </Link>
      <Button icon={LogOut} label={t.signOut} variant="ghost" onClick={() => void leave()} />
    </footer>
  );
}

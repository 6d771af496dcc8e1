import { ArrowLeft } from 'lucide-react';
import { useMessages } from '@/i18n/language-context.ts';
import { SignedInAs } from '@/sign-in/signed-in-as.tsx';
import { useSignedIn } from '@/sign-in/use-signed-in.ts';
import { Link } from '@/ui/link.tsx';
import { Account } from './account.tsx';

/** The account where no project is open. */
export function AccountPage() {
  const { common } = useMessages();
  const { user } = useSignedIn();
  return (
    <main className="pt-4">
      <div className="mx-auto w-full max-w-4xl px-4 sm:px-6">
        <Link href="/" className="inline-flex items-center gap-1.5 py-2 text-sm text-muted hover:text-foreground">
          <ArrowLeft className="size-4" aria-hidden /> {common.back}
        </Link>
      </div>
      <Account />
      {user && (
        <div className="pb-12">
          <SignedInAs email={user.email} />
        </div>
      )}
    </main>
  );
}

import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { common } from '#messages/common';
import { Link } from '@/ui/link.tsx';
import { SignedInAs } from './signed-in-as.tsx';
import { useSignedIn } from './use-signed-in.ts';

/** The frame of a page for people who are signed in, where no project is open: the way back, and who is signed in. */
export function OutsidePage({ children }: { readonly children: ReactNode }) {
  const { user } = useSignedIn();
  return (
    <main className="pt-4">
      <div className="mx-auto w-full max-w-4xl px-4 sm:px-6">
        <Link href="/" className="inline-flex items-center gap-1.5 py-2 text-sm text-muted hover:text-foreground">
          <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden /> {common.back}
        </Link>
      </div>
      {children}
      {user && (
        <div className="pb-12">
          <SignedInAs email={user.email} />
        </div>
      )}
    </main>
  );
}

import { account as t } from '#messages/account';
import { useSession } from '@/api/use-session.ts';
import { OperatingLink } from '@/operating/operating-link.tsx';
import { Page } from '@/ui/page.tsx';
import { SkeletonRows } from '@/ui/states.tsx';
import { MailSection } from './mail-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import { VerifySection } from './verify-section.tsx';

/** The account of the person who is signed in: name, password, codes, passkeys, providers and sessions. */
export function Account() {
  const { data: user } = useSession();
  return (
    <Page title={t.title} lead={t.lead}>
      {user ? (
        <>
          <ProfileSection user={user} />
          <MailSection user={user} />
          <PasswordSection />
          {user.emailVerified === false && <VerifySection user={user} />}
          <TwoFactorSection user={user} />
          <PasskeysSection user={user} />
          <ProvidersSection />
          <SessionsSection />
          <OperatingLink />
        </>
      ) : (
        <SkeletonRows />
      )}
    </Page>
  );
}

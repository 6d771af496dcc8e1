import type { Metadata } from 'next';
import { pageTitle } from '@/i18n/request-language.ts';
import { AcceptInvitationForm } from '@/sign-in/accept-invitation-form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { ...(await pageTitle(({ gate }) => gate.invitation)), referrer: 'no-referrer' };
}

export default function InvitationPage() {
  return <AcceptInvitationForm />;
}

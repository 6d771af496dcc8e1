import type { Metadata } from 'next';
import { AcceptInvitationForm } from '@/sign-in/accept-invitation-form.tsx';

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' };

export default function InvitationPage() {
  return <AcceptInvitationForm />;
}

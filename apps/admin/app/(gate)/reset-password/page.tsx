import type { Metadata } from 'next';
import { pageTitle } from '@/i18n/request-language.ts';
import { ResetPasswordForm } from '@/sign-in/reset-password-form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { ...(await pageTitle(({ gate }) => gate.resetTitle)), referrer: 'no-referrer' };
}

export default function ResetPasswordPage() {
  return <ResetPasswordForm />;
}

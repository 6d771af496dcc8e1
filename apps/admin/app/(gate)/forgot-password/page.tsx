import type { Metadata } from 'next';
import { pageTitle } from '@/i18n/request-language.ts';
import { ForgotPasswordForm } from '@/sign-in/forgot-password-form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return pageTitle(({ gate }) => gate.forgotTitle);
}

export default function ForgotPasswordPage() {
  return <ForgotPasswordForm />;
}

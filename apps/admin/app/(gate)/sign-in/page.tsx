import type { Metadata } from 'next';
import { Suspense } from 'react';
import { pageTitle } from '@/i18n/request-language.ts';
import { SignInForm } from '@/sign-in/sign-in-form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return pageTitle(({ gate }) => gate.signIn);
}

export default function SignInPage() {
  return (
    <Suspense>
      <SignInForm />
    </Suspense>
  );
}

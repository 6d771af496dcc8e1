import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SignInForm } from '@/sign-in/sign-in-form.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export default function SignInPage() {
  return (
    <Suspense>
      <SignInForm />
    </Suspense>
  );
}

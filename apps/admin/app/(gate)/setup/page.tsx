import type { Metadata } from 'next';
import { SetUpForm } from '@/sign-in/set-up-form.tsx';

export const metadata: Metadata = { title: 'Set up' };

export default function SetUpPage() {
  return <SetUpForm />;
}

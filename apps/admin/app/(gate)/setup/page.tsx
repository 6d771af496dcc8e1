import type { Metadata } from 'next';
import { pageTitle } from '@/i18n/request-language.ts';
import { SetUpForm } from '@/sign-in/set-up-form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return pageTitle(({ gate }) => gate.setUp);
}

export default function SetUpPage() {
  return <SetUpForm />;
}

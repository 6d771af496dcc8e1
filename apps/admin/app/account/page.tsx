import type { Metadata } from 'next';
import { AccountPage } from '@/account/account-page.tsx';
import { pageTitle } from '@/i18n/request-language.ts';

export async function generateMetadata(): Promise<Metadata> {
  return pageTitle(({ account }) => account.title);
}

export default function AccountRoute() {
  return <AccountPage />;
}

import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { requestLanguage } from '@/i18n/request-language.ts';
import { SpokenLanguage } from '@/i18n/spoken-language.tsx';
import { Providers } from '@/shell/providers.tsx';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Stele', template: '%s · Stele' },
  icons: '/icon.svg',
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafaf9' },
    { media: '(prefers-color-scheme: dark)', color: '#151312' },
  ],
};

/** Screens are made for each request, since each has a nonce of its own: Next finds it in the policy. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? '';
  const language = await requestLanguage();
  return (
    <html lang={language} suppressHydrationWarning>
      <body>
        <SpokenLanguage language={language}>
          <Providers nonce={nonce}>{children}</Providers>
        </SpokenLanguage>
      </body>
    </html>
  );
}

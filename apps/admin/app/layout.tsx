import type { Metadata, Viewport } from 'next';
import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';
import { common as inGermanCommon } from '@/i18n/de/common.ts';
import { shell as inGermanShell } from '@/i18n/de/shell.ts';
import { common } from '@/i18n/en/common.ts';
import { shell } from '@/i18n/en/shell.ts';
import { reloadWhenUnloaded } from '@/shell/unloaded-page.ts';
import './globals.css';

export const metadata: Metadata = { title: 'Stele', icons: '/icon.svg' };

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafaf9' },
    { media: '(prefers-color-scheme: dark)', color: '#151312' },
  ],
};

const FAILED_WORDS = {
  en: { failed: shell.loadFailed, retry: common.retry },
  de: { failed: inGermanShell.loadFailed, retry: inGermanCommon.retry },
};
const WATCH = `(${reloadWhenUnloaded})(${JSON.stringify(FAILED_WORDS)})`;

/** The one page of the admin: colours are set before the first paint, and everything else is drawn by the browser. */
export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: WATCH }} />
      </head>
      <body>
        <ThemeProvider attribute="class" disableTransitionOnChange>
          {children}
        </ThemeProvider>
        <noscript>The admin needs JavaScript.</noscript>
      </body>
    </html>
  );
}

import type { Metadata, Viewport } from 'next';
import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';
import { LANGUAGES } from '@/i18n/languages.ts';
import { reloadWhenUnloaded } from '@/shell/unloaded-page.ts';
import './globals.css';

export const metadata: Metadata = { title: 'Stele', icons: '/icon.svg' };

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafaf9' },
    { media: '(prefers-color-scheme: dark)', color: '#151312' },
  ],
};

/** Words for when no script arrives, by language. They stand in the page. */
async function failedWords() {
  const words = LANGUAGES.map(async (language) => {
    const { common, shell } = await import(`../messages/${language}.json`);
    return [language, { failed: shell.loadFailed, retry: common.retry }] as const;
  });
  return Object.fromEntries(await Promise.all(words));
}

/** The one page of the admin: colours are set before the first paint, and everything else is drawn by the browser. */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const watch = `(${reloadWhenUnloaded})(${JSON.stringify(await failedWords())})`;
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: watch }} />
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

import type { Metadata, Viewport } from 'next';
import { ThemeProvider } from 'next-themes';
import type { ReactNode } from 'react';
import './globals.css';

export const metadata: Metadata = { title: 'Stele', icons: '/icon.svg' };

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafaf9' },
    { media: '(prefers-color-scheme: dark)', color: '#151312' },
  ],
};

/** The one page of the admin: colours are set before the first paint, and everything else is drawn by the browser. */
export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <ThemeProvider attribute="class" disableTransitionOnChange>
          {children}
        </ThemeProvider>
        <noscript>The admin needs JavaScript.</noscript>
      </body>
    </html>
  );
}

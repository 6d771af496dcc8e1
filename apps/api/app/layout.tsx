import type { Metadata } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import './globals.css';

export const metadata: Metadata = {
  title: 'Stele API',
  icons: '/icon.svg',
  description: 'A headless content-management service that publishes immutable snapshots.',
};

/** Pages are made for each request, since each has a nonce of its own: Next finds it in the policy. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection();
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}

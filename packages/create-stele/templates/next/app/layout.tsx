import { PreviewMark, snapshotMetadata } from '@stele/loader/next';
import { FollowContent } from '@stele/loader/next/follow-content';
import { draftMode } from 'next/headers';
import type { ReactNode } from 'react';
import { stele } from '../stele.ts';
import { Preview } from './preview.tsx';
import './site.css';

export const generateMetadata = () => snapshotMetadata(stele);

export default async function Layout({ children }: { children: ReactNode }) {
  const { isEnabled: showsDrafts } = await draftMode();
  const admin = process.env.STELE_ADMIN_URL;
  return (
    <html lang="en">
      <body>
        {showsDrafts && (
          <p>
            You see drafts. <a href="/api/draft/end">Show what is published</a>
          </p>
        )}
        {children}
        {showsDrafts && admin && <Preview admin={admin} />}
        {/* In development, pages show by themselves what you publish. */}
        <FollowContent />
        <PreviewMark />
      </body>
    </html>
  );
}

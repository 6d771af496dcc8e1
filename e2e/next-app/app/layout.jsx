import { PreviewMark, snapshotMetadata } from '@stele/loader/next';
import { FollowContent } from '@stele/loader/next/follow-content';
import { draftMode } from 'next/headers';
import { stele } from '../stele';
import { Preview } from './preview';

export const generateMetadata = () => snapshotMetadata(stele);

export default async function Layout({ children }) {
  const { isEnabled: showsDrafts } = await draftMode();
  const admin = process.env.STELE_ADMIN_URL;
  return (
    <html lang="en">
      <body>
        {children}
        {showsDrafts && admin && <Preview admin={admin} />}
        <FollowContent />
        <PreviewMark />
      </body>
    </html>
  );
}

import { PreviewMark, snapshotMetadata } from '@stele/loader/next';
import { FollowContent } from '@stele/loader/next/follow-content';
import { stele } from '../stele';

export const generateMetadata = () => snapshotMetadata(stele);

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        {children}
        <FollowContent />
        <PreviewMark />
      </body>
    </html>
  );
}

import { snapshotMetadata } from '@stele/loader/next';
import { stele } from '../stele';

export const generateMetadata = () => snapshotMetadata(stele);

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}

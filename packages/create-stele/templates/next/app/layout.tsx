import { snapshotMetadata } from '@stele/loader/next';
import type { ReactNode } from 'react';
import { stele } from '../stele.ts';
import './site.css';

export const generateMetadata = () => snapshotMetadata(stele);

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}

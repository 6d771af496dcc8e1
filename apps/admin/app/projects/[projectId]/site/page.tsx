import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SiteHistory } from '@/site/site-history.tsx';

export const metadata: Metadata = { title: 'History' };

export default function SiteHistoryPage() {
  return (
    <Suspense>
      <SiteHistory />
    </Suspense>
  );
}

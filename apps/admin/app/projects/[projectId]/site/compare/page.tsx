import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SnapshotComparison } from '@/site/snapshot-comparison.tsx';

export const metadata: Metadata = { title: 'Compare snapshots' };

export default function SnapshotComparisonPage() {
  return (
    <Suspense>
      <SnapshotComparison />
    </Suspense>
  );
}

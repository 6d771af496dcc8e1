import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SchemaViewer } from '@/schema/schema-viewer.tsx';

export const metadata: Metadata = { title: 'Schema' };

export default function SchemaViewerPage() {
  return (
    <Suspense>
      <SchemaViewer />
    </Suspense>
  );
}

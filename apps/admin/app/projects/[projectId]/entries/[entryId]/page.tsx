import type { Metadata } from 'next';
import { Suspense } from 'react';
import { EntryScreen } from '@/editor/entry-screen.tsx';

export const metadata: Metadata = { title: 'Entry' };

export default async function EntryPage({ params }: PageProps<'/projects/[projectId]/entries/[entryId]'>) {
  const { entryId } = await params;
  return (
    <Suspense>
      <EntryScreen key={entryId} entryId={entryId} />
    </Suspense>
  );
}

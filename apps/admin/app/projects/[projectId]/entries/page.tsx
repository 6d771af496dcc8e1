import type { Metadata } from 'next';
import { Suspense } from 'react';
import { EntryList } from '@/entries/entry-list.tsx';

export const metadata: Metadata = { title: 'Entries' };

export default function EntriesPage() {
  return (
    <Suspense>
      <EntryList />
    </Suspense>
  );
}

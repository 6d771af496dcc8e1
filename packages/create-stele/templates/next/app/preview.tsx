'use client';

import { StelePreview } from '@stele/loader/preview/react';
import { useRouter } from 'next/navigation';

/** Connects the page to the editor that shows it: a click on a text opens its field, and a save renews the page. */
export function Preview({ admin }: { admin: string }) {
  const router = useRouter();
  return <StelePreview admin={admin} refresh={() => router.refresh()} />;
}

'use client';

import { StelePreview } from '@stele/loader/preview/react';
import { useRouter } from 'next/navigation';

export function Preview({ admin }) {
  const router = useRouter();
  return <StelePreview admin={admin} refresh={() => router.refresh()} />;
}

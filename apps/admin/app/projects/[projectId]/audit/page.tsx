import type { Metadata } from 'next';
import { Suspense } from 'react';
import { AuditLog } from '@/audit/audit-log.tsx';

export const metadata: Metadata = { title: 'Audit log' };

export default function AuditLogPage() {
  return (
    <Suspense>
      <AuditLog />
    </Suspense>
  );
}

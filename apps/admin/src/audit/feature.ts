import { ScrollText } from 'lucide-react';
import { shell } from '#messages/shell';
import type { Feature } from '@/project/feature.ts';

const title = (): string => shell.audit;

export const auditFeature: Feature = {
  name: 'audit',
  screens: [{ path: 'audit', load: async () => (await import('./audit-log.tsx')).AuditLog, title }],
  places: [{ group: 'project', href: '/audit', label: title, icon: ScrollText, isFor: ({ may }) => may('audit.read') }],
};

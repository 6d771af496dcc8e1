import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { settings as t } from '#messages/settings';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import { Link } from '@/ui/link.tsx';
import { Page } from '@/ui/page.tsx';

/** Title and tabs of the settings; each tab has an address of its own. */
export function SettingsFrame({ children }: { readonly children: ReactNode }) {
  const { project, may, mayManage } = useProject();
  const path = usePathname();
  const base = `/projects/${project.id}/settings`;
  const tabs: [string, string][] = [
    [base, t.tabs.project],
    [`${base}/languages`, t.tabs.languages],
    [`${base}/people`, t.tabs.people],
    ...(may('token.manage') ? [[`${base}/tokens`, t.tabs.tokens] as [string, string]] : []),
    ...(may('project.delete') ? [[`${base}/danger`, t.tabs.danger] as [string, string]] : []),
  ];
  return (
    <Page title={t.title} {...(!mayManage && { lead: t.ownersOnly })}>
      <nav aria-label={t.title} className="mb-6 flex gap-1 overflow-x-auto border-b">
        {tabs.map(([href, label]) => (
          <Link
            key={href}
            href={href}
            aria-current={path === href ? 'page' : undefined}
            className={cn(
              '-mb-px shrink-0 border-b-2 px-3 py-2 text-sm max-sm:py-3',
              path === href
                ? 'border-accent font-medium text-foreground'
                : 'border-transparent text-muted hover:text-foreground',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  );
}

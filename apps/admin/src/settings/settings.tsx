'use client';

import { useProject } from '@/shell/project-context.tsx';
import { Page } from '@/ui/page.tsx';
import { MembersSection } from './members-section.tsx';
import { ProjectSection } from './project-section.tsx';
import { TokensSection } from './tokens-section.tsx';

/** Name and languages of the project, its people and its tokens. */
export function Settings() {
  const { mayManage } = useProject();
  return (
    <Page title="Settings" {...(!mayManage && { lead: 'Owners of the project can change these.' })}>
      <ProjectSection />
      <MembersSection />
      {mayManage && <TokensSection />}
    </Page>
  );
}

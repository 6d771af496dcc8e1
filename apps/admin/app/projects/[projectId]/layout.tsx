import { ProjectShell } from '@/shell/project-shell.tsx';

export default async function ProjectLayout({ params, children }: LayoutProps<'/projects/[projectId]'>) {
  return <ProjectShell projectId={(await params).projectId}>{children}</ProjectShell>;
}

import { ProjectShell } from '@/shell/project-shell.tsx';

/** All screens of a project are one page: going from one to the other asks the server for data, not for pages. */
export default async function ProjectPage({ params }: PageProps<'/projects/[projectId]/[[...path]]'>) {
  return <ProjectShell key={(await params).projectId} projectId={(await params).projectId} />;
}

import type { Metadata } from 'next';
import { pageTitle } from '@/i18n/request-language.ts';
import { NewProjectForm } from '@/shell/new-project-form.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return pageTitle(({ settings }) => settings.newProject);
}

export default function NewProjectPage() {
  return (
    <main className="mx-auto w-full max-w-md px-4 py-[max(2rem,10vh)]">
      <NewProjectForm />
    </main>
  );
}

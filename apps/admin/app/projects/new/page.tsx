import type { Metadata } from 'next';
import { NewProjectForm } from '@/shell/new-project-form.tsx';

export const metadata: Metadata = { title: 'New project' };

export default function NewProjectPage() {
  return (
    <main className="mx-auto w-full max-w-md px-4 py-[max(2rem,10vh)]">
      <NewProjectForm />
    </main>
  );
}

import type { ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A screen with a title, in a readable width. */
export function Page({ title, lead, action, children }: PageProps) {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-5 pb-16 sm:px-6">
      <header className="mb-6 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {lead && <p className="mt-1 max-w-prose text-sm text-muted">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}

/** A part of a screen, with a title of its own. */
export function Section({ title, lead, action, children }: PageProps) {
  return (
    <section className="mb-10">
      <header className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="text-lg font-semibold">{title}</h2>
          {lead && <p className="mt-0.5 max-w-prose text-sm text-muted">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

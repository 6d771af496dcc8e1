import type { FormEventHandler, ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';

interface GateFormProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly action: string;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
}

/** A form before sign-in: a title, fields, the error, one button. */
export function GateForm({ title, lead, action, busy, problem, onSubmit, children }: GateFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold">{title}</h1>
        {lead && <p className="mt-1 text-sm text-muted">{lead}</p>}
      </div>
      {children}
      {problem && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          {problem}
        </p>
      )}
      <Button label={action} type="submit" variant="primary" busy={busy} className="mt-1 w-full" />
    </form>
  );
}

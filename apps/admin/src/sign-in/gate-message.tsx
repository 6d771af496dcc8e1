import type { ReactNode } from 'react';

interface GateMessageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** What a screen before the door says when there's nothing to fill in. */
export function GateMessage({ title, lead, children }: GateMessageProps) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold">{title}</h1>
        {lead && <p className="mt-1 text-sm text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

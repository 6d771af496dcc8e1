import { type ReactNode, useEffect, useRef } from 'react';

interface GateMessageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** A message before sign-in, with nothing to fill in. Its heading takes the focus, because the field before is gone. */
export function GateMessage({ title, lead, children }: GateMessageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none">
          {title}
        </h1>
        {lead && <p className="mt-1 text-sm text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

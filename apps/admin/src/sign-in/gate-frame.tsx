import type { ReactNode } from 'react';

/** Frame of the screens before the door: a card in the middle. */
export function GateFrame({ children }: { readonly children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 py-[max(2rem,12vh)]">
      <div className="mb-6 flex items-center gap-2.5">
        {/* Low, so that the page that every screen begins with doesn't ask for it ahead. */}
        <img src="/icon.svg" alt="" width={28} height={28} fetchPriority="low" />
        <span className="text-xl font-semibold tracking-tight">Stele</span>
      </div>
      <div className="w-full max-w-sm rounded-lg border bg-surface p-6 shadow-pop">{children}</div>
    </main>
  );
}

import type { ReactNode } from 'react';
import { GateFrame } from '@/sign-in/gate-frame.tsx';

/** Screens for people who aren't signed in. */
export default function GateLayout({ children }: { children: ReactNode }) {
  return <GateFrame>{children}</GateFrame>;
}

import type { Metadata } from 'next';
import { pageTitle } from '@/i18n/request-language.ts';
import { GateFrame } from '@/sign-in/gate-frame.tsx';
import { NothingHere } from '@/sign-in/nothing-here.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return pageTitle(({ gate }) => gate.nothingHere);
}

export default function NotFound() {
  return (
    <GateFrame>
      <NothingHere />
    </GateFrame>
  );
}

import type { Metadata } from 'next';
import { Suspense } from 'react';
import { DevicePage } from '@/device/device-page.tsx';
import { pageTitle } from '@/i18n/request-language.ts';
import { GateFrame } from '@/sign-in/gate-frame.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { ...(await pageTitle(({ gate }) => gate.device.title)), referrer: 'no-referrer' };
}

export default function DeviceRoute() {
  return (
    <GateFrame>
      <Suspense>
        <DevicePage />
      </Suspense>
    </GateFrame>
  );
}

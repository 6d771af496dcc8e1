import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { Trouble } from '@/api/connection.ts';
import { useConnection, useTrouble } from '@/api/use-trouble.ts';
import { useQuiet } from './use-quiet.ts';

/** Says, above every screen, what keeps answers from coming. Its bar is loaded before anything is wrong, but after the screen. */
export function ConnectionWatch() {
  useConnection();
  const trouble = useTrouble();
  const [Bar, setBar] = useState<ComponentType<{ readonly trouble: Trouble }> | null>(null);
  const load = useCallback(() => {
    void import('./connection-bar.tsx').then(
      ({ ConnectionBar }) => setBar(() => ConnectionBar),
      () => undefined,
    );
  }, []);
  useQuiet(load);
  useEffect(() => {
    if (trouble && !Bar) load();
  }, [trouble, Bar, load]);
  return trouble && Bar && <Bar trouble={trouble} />;
}

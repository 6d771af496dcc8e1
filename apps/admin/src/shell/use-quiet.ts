import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';

/** By then, the screen's own data has come. */
const QUIET_MS = 2_000;

/** Runs something a while after the page has read what it shows. @param run stays the same */
export function useQuiet(run: () => void): void {
  const isReading = useIsFetching() > 0;
  useEffect(() => {
    if (isReading) return;
    const timer = setTimeout(run, QUIET_MS);
    return () => clearTimeout(timer);
  }, [isReading, run]);
}

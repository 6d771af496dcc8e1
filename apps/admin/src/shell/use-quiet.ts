import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What a screen itself needs has come by then. */
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

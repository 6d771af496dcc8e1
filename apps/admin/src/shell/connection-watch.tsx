import { useConnection, useTrouble } from '@/api/use-trouble.ts';
import { ConnectionBar } from './connection-bar.tsx';

/** Says, above every screen, what keeps answers from coming. */
export function ConnectionWatch() {
  useConnection();
  const trouble = useTrouble();
  return trouble && <ConnectionBar trouble={trouble} />;
}

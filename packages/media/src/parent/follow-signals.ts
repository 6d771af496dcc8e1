/** A signal that aborts when one of several does. Unlike `AbortSignal.any`, it leaves no listeners on them. */
export function followSignals(...others: readonly (AbortSignal | undefined)[]): {
  signal: AbortSignal;
  release(): void;
} {
  const controller = new AbortController();
  const releases = others.map((other) => {
    const follow = (): void => controller.abort(other?.reason);
    if (other?.aborted) follow();
    other?.addEventListener('abort', follow);
    return () => other?.removeEventListener('abort', follow);
  });
  return {
    signal: controller.signal,
    release: () => {
      for (const release of releases) release();
    },
  };
}

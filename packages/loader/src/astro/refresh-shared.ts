/** The part of a loader that asks what is live. */
export interface Refreshable {
  refresh(): Promise<boolean>;
}

const underWay = new WeakMap<Refreshable, Promise<boolean>>();

/** Asks what is live anew; collections that share a loader and ask at the same time share the answer. */
export function refreshShared(loader: Refreshable): Promise<boolean> {
  const running = underWay.get(loader);
  if (running) return running;
  const refreshing = loader.refresh().finally(() => underWay.delete(loader));
  underWay.set(loader, refreshing);
  return refreshing;
}

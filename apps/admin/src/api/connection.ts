/** The reason why no answers come. */
export type Trouble =
  /** The browser has no network; or it has one, and requests don't get through. */
  | { readonly kind: 'offline' | 'unreached' }
  /** Nothing was answered in time, or only that the server isn't there. */
  | { readonly kind: 'silent' }
  /** The server failed to load something that is on the screen. */
  | { readonly kind: 'failed'; readonly requestId: string | null };

/** How a request ended; `aborted` says nothing of the server. */
export type Outcome = 'answered' | 'unavailable' | 'lost' | 'aborted';

/** The parts of the browser that a connection uses. */
interface BrowserNetwork {
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  /** Whether the browser says that it has a network. */
  readonly isOnline: () => boolean;
}

/** A read that isn't answered by then is overdue. */
const SILENT_MS = 5_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Knows from all requests whether answers come. While they don't, it has what failed tried again, after pauses that grow; and
 * once more when answers come again.
 */
export class Connection {
  readonly #network: BrowserNetwork;
  readonly #listeners = new Set<() => void>();
  readonly #overdue = new Set<object>();
  /** How many times the browser has lost its network. */
  #losses = 0;
  #broken: Exclude<Trouble, { kind: 'failed' }> | null = null;
  #fault: Trouble | null = null;
  #trouble: Trouble | null = null;
  #again: (asksAnyway: boolean) => void = () => undefined;
  #timer: unknown = null;
  #pause = FIRST_PAUSE_MS;

  constructor(surroundings: BrowserNetwork) {
    this.#network = surroundings;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The current trouble, or null. The same object while nothing changes. */
  readonly getTrouble = (): Trouble | null => this.#trouble;

  /** Sets the function that repeats failed reads; when told to, it asks the server something even if none failed. */
  set again(again: (asksAnyway: boolean) => void) {
    this.#again = again;
  }

  /** Watches a request from its start. A change may take any time. @returns takes the outcome; only the first call counts */
  begin({ isRead }: { readonly isRead: boolean }): (outcome: Outcome) => void {
    const request = {};
    const losses = this.#losses;
    const { setTimer, clearTimer, isOnline } = this.#network;
    const late = (): void => {
      this.#overdue.add(request);
      this.#look();
    };
    const timer = isRead ? setTimer(late, SILENT_MS) : null;
    let isOver = false;
    return (outcome) => {
      if (isOver) return;
      isOver = true;
      clearTimer(timer);
      this.#overdue.delete(request);
      // An answer that was on its way when the network was lost doesn't mean that it's back.
      const isLate = losses !== this.#losses && !isOnline();
      if (outcome === 'answered' && !isLate) this.#broken = null;
      else if (outcome === 'unavailable' && !isLate) this.#broken = { kind: 'silent' };
      else if (outcome === 'lost') this.#broken = { kind: isOnline() ? 'unreached' : 'offline' };
      this.#look();
    };
  }

  /** Notes that the server failed to load something that is on the screen; null once nothing of it is left. */
  setFault(fault: { readonly requestId: string | null } | null): void {
    this.#fault = fault && { kind: 'failed', ...fault };
    this.#look();
  }

  /** The browser lost its network, or has one again. */
  hearNetwork(): void {
    if (this.#network.isOnline()) {
      this.retry();
      return;
    }
    this.#losses += 1;
    this.#broken = { kind: 'offline' };
    this.#look();
  }

  /** Tries again now. */
  retry(): void {
    // Overdue requests are sent again, so they no longer count as overdue.
    if (this.#overdue.size > 0) this.#broken ??= { kind: 'silent' };
    this.#overdue.clear();
    this.#again(true);
  }

  #look(): void {
    const before = this.#trouble;
    const now = this.#broken ?? (this.#overdue.size > 0 ? { kind: 'silent' as const } : this.#fault);
    if (JSON.stringify(now) === JSON.stringify(before)) return;
    this.#trouble = now;
    if (now === null) this.#rest();
    else if (this.#timer === null) this.#wait();
    for (const listener of this.#listeners) listener();
    const isBack = before !== null && before.kind !== 'failed' && (now === null || now.kind === 'failed');
    if (isBack) this.#again(false);
  }

  #wait(): void {
    this.#timer = this.#network.setTimer(() => {
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
      this.#wait();
      this.retry();
    }, this.#pause);
  }

  #rest(): void {
    this.#network.clearTimer(this.#timer);
    this.#timer = null;
    this.#pause = FIRST_PAUSE_MS;
  }
}

/** The connection of this page. */
export const connection = new Connection({
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  isOnline: () => navigator.onLine,
});

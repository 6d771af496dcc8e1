/** How long a peer that failed is left alone. */
const PAUSE_MS = 5_000;

interface Peer {
  /** Whether it answers. Never throws. */
  probe(): Promise<boolean>;
  /** Called when it's lost and when it's back. */
  changed(isReachable: boolean, cause?: unknown): void;
}

/**
 * Keeps calls from waiting for a peer that doesn't answer: after one call failed, none is made until a probe succeeds. Probes
 * run beside the calls, which never wait for them, and at most once in a pause.
 */
export class CircuitBreaker {
  readonly #peer: Peer;
  readonly #pauseMs: number;
  #isReachable = true;
  #probedAt = Number.NEGATIVE_INFINITY;

  constructor(peer: Peer, pauseMs = PAUSE_MS) {
    this.#peer = peer;
    this.#pauseMs = pauseMs;
  }

  /** Whether the peer answered last. Has it probed when that was a while ago. */
  get isReachable(): boolean {
    if (performance.now() - this.#probedAt >= this.#pauseMs) void this.#probe();
    return this.#isReachable;
  }

  /** The result of a call; null when it fails, and without calling while the peer is out of reach. */
  async call<T>(work: () => Promise<T>): Promise<T | null> {
    if (!this.#isReachable && !this.isReachable) return null;
    try {
      return await work();
    } catch (cause) {
      // The pause begins when the peer was last tried.
      this.#probedAt = performance.now();
      this.#become(false, cause);
      return null;
    }
  }

  async #probe(): Promise<void> {
    this.#probedAt = performance.now();
    this.#become(await this.#peer.probe());
  }

  #become(isReachable: boolean, cause?: unknown): void {
    if (this.#isReachable === isReachable) return;
    this.#isReachable = isReachable;
    this.#peer.changed(isReachable, cause);
  }
}

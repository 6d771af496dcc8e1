import type { Clock } from '../platform/clock.ts';
import type { Lane } from './handler.ts';

/** Shorter jobs don't count. */
const SHORT_MS = 1_000;
/** A party gives way for at most this long, however long its jobs took. */
const LONGEST_MS = 10 * 60_000;

/** Remembers parties whose jobs took long, and until when they give way to waiting parties. */
export class FairShare {
  readonly #clock: Clock;
  readonly #until = new Map<Lane, Map<string, number>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes a party give way in a lane for as long as its job took. */
  charge(lane: Lane, party: string, begun: Date): void {
    const now = this.#clock.now().getTime();
    const tookMs = now - begun.getTime();
    if (tookMs < SHORT_MS) return;
    const busyUntil = this.#until.get(lane) ?? new Map<string, number>();
    this.#until.set(lane, busyUntil);
    busyUntil.set(party, Math.min(Math.max(busyUntil.get(party) ?? 0, now) + tookMs, now + LONGEST_MS));
  }

  /** The parties that give way in a lane now. */
  of(lane: Lane): string[] {
    const now = this.#clock.now().getTime();
    const busyUntil = this.#until.get(lane) ?? new Map<string, number>();
    for (const [party, until] of busyUntil) if (until <= now) busyUntil.delete(party);
    return [...busyUntil.keys()];
  }
}

import type { Clock } from '../platform/clock.ts';
import type { Lane } from './handler.ts';

/** Jobs that took less don't count. */
const SHORT_MS = 1_000;
/** Nobody makes way for longer than this, however long their jobs took. */
const LONGEST_MS = 10 * 60_000;

/** Which parties make way for others that wait, and until when, because their jobs took long. */
export class Debts {
  readonly #clock: Clock;
  readonly #until = new Map<Lane, Map<string, number>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Has a party make way in a lane, for as long as its job took since it was begun. */
  charge(lane: Lane, party: string, begun: Date): void {
    const now = this.#clock.now().getTime();
    const tookMs = now - begun.getTime();
    if (tookMs < SHORT_MS) return;
    const debts = this.#until.get(lane) ?? new Map<string, number>();
    this.#until.set(lane, debts);
    debts.set(party, Math.min(Math.max(debts.get(party) ?? 0, now) + tookMs, now + LONGEST_MS));
  }

  /** The parties that make way in a lane now. */
  of(lane: Lane): string[] {
    const now = this.#clock.now().getTime();
    const debts = this.#until.get(lane) ?? new Map<string, number>();
    for (const [party, until] of debts) if (until <= now) debts.delete(party);
    return [...debts.keys()];
  }
}

import type { Io } from '../io.ts';

/** The end of a command that runs until it's interrupted. */
export interface Interruption {
  /** Aborted then. */
  readonly signal: AbortSignal;
  /** Resolves then. */
  readonly stopped: Promise<void>;
  /** Interrupts it, as Ctrl-C does. */
  stop(): void;
  /** Stops listening. */
  end(): void;
}

/** The same process, whose waits end when a signal is aborted: then they reject. */
export function sleepingUntil(io: Io, stopped: AbortSignal): Io {
  const sleep: Io['sleep'] = (ms, signal) => io.sleep(ms, signal ? AbortSignal.any([signal, stopped]) : stopped);
  return { ...io, sleep };
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Listens for Ctrl-C and similar signals; under npm, also for its end: npm can be killed without passing on a signal. */
export function listenForInterruption(io: Io): Interruption {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const stopped = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  for (const name of SIGNALS) io.signals.on(name, stop);
  const parent = process.ppid;
  const watch = io.env.npm_lifecycle_event
    ? setInterval(() => {
        if (process.ppid !== parent) stop();
      }, 500).unref()
    : undefined;
  return {
    signal: controller.signal,
    stopped,
    stop,
    end() {
      clearInterval(watch);
      for (const name of SIGNALS) io.signals.off(name, stop);
    },
  };
}

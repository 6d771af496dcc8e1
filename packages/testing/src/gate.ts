/** Blocks something until a test lets it continue. */
export interface Gate {
  /** Resolves when it was held up. */
  readonly begun: Promise<void>;
  /** Blocks its caller. */
  begin(): Promise<void>;
  goOn(): void;
}

/** A gate that is closed. */
export function gate(): Gate {
  let begin = (): void => undefined;
  let goOn = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  return {
    begun,
    begin: () => {
      begin();
      return wait;
    },
    goOn: () => goOn(),
  };
}

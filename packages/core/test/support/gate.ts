/** Holds something up until a test lets it go on. */
export interface Gate {
  /** Resolves when it was held up. */
  readonly begun: Promise<void>;
  /** Holds whoever calls it up. */
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

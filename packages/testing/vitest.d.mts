interface Files {
  include: string[];
  exclude: string[];
}

/** Which of a package's test files run. @param include patterns that end in `*.test.ts` */
export declare function filesOfRing(include: string[]): Files;

/** Settings of all packages' tests. */
export declare const shared: {
  readonly resolve: { conditions: string[] };
  readonly ssr: { resolve: { conditions: string[] } };
  readonly test: Files & {
    tags: { name: string; description: string }[];
    tagsFilter?: string[];
    execArgv: string[];
    testTimeout: number;
    hookTimeout: number;
    expect: { poll: { timeout: number } };
  };
};

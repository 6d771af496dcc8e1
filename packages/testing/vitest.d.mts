/** Settings of all packages' tests. */
export declare const shared: {
  readonly resolve: { conditions: string[] };
  readonly ssr: { resolve: { conditions: string[] } };
  readonly test: {
    include: string[];
    exclude: string[];
    testTimeout: number;
    hookTimeout: number;
    expect: { poll: { timeout: number } };
  };
};

/** The test files of a package that have tests of the second ring, relative to its folder. */
export declare function listFullTests(folder: string): string[];

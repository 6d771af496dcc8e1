/** Whether a test file has tests of the second ring. @param file its path */
export declare function hasFullTests(file: string): boolean;

/** The test files of a package that have tests of the second ring, relative to its folder. */
export declare function listFullTests(folder: string): string[];

/** Settings of tests that import the core's sources: the Prisma client is written before the first one. */
export declare const generatesClient: { readonly test: { globalSetup: string[] } };
/** Writes the Prisma client. */
export default function generateClient(): Promise<void>;

/**
 * Ports that nobody listens on. They lie below those that systems give to connections, so that nobody else is given one
 * before it's used.
 */
export declare function freePorts(count: number): Promise<number[]>;

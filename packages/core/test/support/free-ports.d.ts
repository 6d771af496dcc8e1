/**
 * Ports that no one listens on. They lie below those that systems give to connections, so that no one else is given one
 * before it's used.
 */
export declare function freePorts(count: number): Promise<number[]>;

/** For tests of other packages. */
export { limits, parseLimits } from '../../src/server/registry.ts';

/** For tests of other packages. */
export { limits, parseLimits } from '../../src/domains/registry.ts';

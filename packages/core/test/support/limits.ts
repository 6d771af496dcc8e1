/** For tests of other packages, without all that the core's entry brings. */
export { limits, parseLimits } from '../../src/domains/registry.ts';

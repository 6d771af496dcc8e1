/** A least or greatest value as a number: of a date or time the moment, whatever offset it is written with. */
export function comparableBound(bound: string | number): number {
  return typeof bound === 'string' ? Date.parse(bound) : bound;
}

/** Something changed meanwhile that a change of the schema was worked out on: nothing was written. */
export class StateMoved extends Error {}

/** The state on which a change was planned has moved: nothing was written, and the change has to be planned again. */
export class StateMoved extends Error {}

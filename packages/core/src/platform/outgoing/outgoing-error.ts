/** Why a request to an address that somebody entered failed. */
export type OutgoingFault =
  /** The address isn't one that may be asked. */
  | 'address_refused'
  /** The name can't be resolved, or nothing answers as HTTP there. */
  | 'unreachable'
  | 'timed_out'
  /** The answer comes, but in drops. */
  | 'too_slow'
  /** The answer is longer than is read. */
  | 'answer_too_large'
  | 'too_many_redirects';

/** A request to an address that somebody entered failed; the message is a sentence for the person who entered it. */
export class OutgoingRequestError extends Error {
  override readonly name = 'OutgoingRequestError';
  readonly fault: OutgoingFault;

  constructor(fault: OutgoingFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

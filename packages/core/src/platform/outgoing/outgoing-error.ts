/** Why a request to an address that a person entered failed. */
export type OutgoingFault =
  /** The address may not be requested. */
  | 'address_refused'
  /** The name can't be resolved, or nothing answers as HTTP there. */
  | 'unreachable'
  | 'timed_out'
  /** The answer arrives too slowly. */
  | 'too_slow'
  /** The answer is longer than allowed. */
  | 'answer_too_large'
  | 'too_many_redirects';

/** A request to an address that a person entered failed; the message is a sentence for that person. */
export class OutgoingRequestError extends Error {
  override readonly name = 'OutgoingRequestError';
  readonly fault: OutgoingFault;

  constructor(fault: OutgoingFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

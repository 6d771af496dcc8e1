/** Why a request to a URL that a person entered failed. */
export type OutgoingFault =
  /** The URL may not be requested. */
  | 'address_refused'
  /** The host name can't be resolved, or no HTTP server answers. */
  | 'unreachable'
  /** The server says that it can't answer at the moment. */
  | 'unavailable'
  | 'timed_out'
  /** The answer arrives too slowly. */
  | 'too_slow'
  /** The answer is longer than allowed. */
  | 'answer_too_large'
  | 'too_many_redirects';

/** A request to a URL that a person entered failed. The message is for this person. */
export class OutgoingRequestError extends Error {
  override readonly name = 'OutgoingRequestError';
  readonly fault: OutgoingFault;

  constructor(fault: OutgoingFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

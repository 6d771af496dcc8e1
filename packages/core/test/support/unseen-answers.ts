/** Documented answers that no test sees, as `operation status`, and why. */
export const UNSEEN: readonly { readonly reason: string; readonly answers: readonly string[] }[] = [
  {
    reason: 'The document is made once, of the program alone: nothing that it needs can fail or be out of reach.',
    answers: ['openapi.document 500', 'openapi.document 503'],
  },
  {
    reason:
      'What a client receives that follows the redirect comes from the content host, which the tests of delivery read.',
    answers: ['snapshots.redirectToFile 200'],
  },
  {
    reason: 'It never ends: the tests of the event stream read it piece by piece, not by the client of the tests.',
    answers: ['events.stream 200'],
  },
  {
    reason: 'Every scope and every role of today may read the pointer. One with fewer rights may come.',
    answers: ['snapshots.latest 403'],
  },
];

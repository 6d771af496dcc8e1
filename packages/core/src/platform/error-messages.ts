/** An error and its causes. */
export function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** An error in words, with its causes, and without their properties, which may hold secrets. */
export function messagesOf(error: unknown): string {
  return causesOf(error)
    .map(({ message }) => message)
    .join(' ← ');
}

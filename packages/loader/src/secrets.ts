import { pointerMirrorName, sha256 } from '@stele/snapshot';

const HIDDEN = '…';
const MAX_CAUSES = 4;

/** Texts that must not be shown: a token, and any that can be computed from it and used in its place. */
export class Secrets {
  readonly #texts: readonly string[];

  constructor(token: string | null) {
    if (token === null) this.#texts = [];
    else {
      const hash = sha256(token);
      this.#texts = [token, encodeURIComponent(token), hash, pointerMirrorName(hash)];
    }
  }

  /** A text without secrets. */
  hide(text: string): string {
    return this.#texts.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
  }

  /** A copy of an error and of its causes, without secrets. */
  hideIn(error: unknown, depth = 0): Error {
    if (!(error instanceof Error)) return new Error(this.hide(String(error)));
    const nested = error.cause !== undefined && depth < MAX_CAUSES;
    const copy = new Error(
      this.hide(error.message),
      nested ? { cause: this.hideIn(error.cause, depth + 1) } : undefined,
    );
    copy.name = error.name;
    copy.stack = this.hide(error.stack ?? copy.message);
    const { code } = error as NodeJS.ErrnoException;
    return code === undefined ? copy : Object.assign(copy, { code: this.hide(String(code)) });
  }
}

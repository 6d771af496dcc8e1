/** What a sentence of the audit log is made of; texts are empty when the record doesn't hold them. */
export interface Told {
  /** Stands for the person or program that did it; see `sentenceParts`. */
  readonly who: string;
  /** Stands for the title of the entry that it was done to. */
  readonly title: string;
  /** What it was called then. */
  readonly name: string;
  readonly email: string;
  /** "English and German". */
  readonly languages: string;
  /** Keys of roles, now and before. */
  readonly role: string;
  readonly before: string;
  /** What it was called before, when that's another name. */
  readonly oldName: string;
  readonly version: number;
  /** When what was put back live was published. */
  readonly published: string;
}

/** What a sentence of the audit log is made of; texts are empty when the record doesn't hold them. */
export interface EventFacts {
  /** Placeholder of the person or program that did it; see `sentenceParts`. */
  readonly who: string;
  /** Placeholder of the entry's title. */
  readonly title: string;
  /** Its name at that time. */
  readonly name: string;
  readonly email: string;
  /** Whether a machine translated texts. */
  readonly isByMachine: boolean;
  /** "English and German". */
  readonly languages: string;
  /** Keys of roles, now and before. */
  readonly role: string;
  readonly before: string;
  /** Its name before, when that was another one. */
  readonly oldName: string;
  /** When the restored snapshot was published. */
  readonly published: string;
}

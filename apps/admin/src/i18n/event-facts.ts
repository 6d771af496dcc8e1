/** Facts for a sentence of the audit log; texts are empty when the record doesn't hold them. */
export interface EventFacts {
  /** Placeholder of the person or program that did it; see `sentenceParts`. */
  readonly who: string;
  /** Placeholder of the entry's title. */
  readonly title: string;
  /** Name of the affected thing at that time. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly email: string;
  /** The person that the record is about: their name, else their address. */
  readonly person: string;
  /** Whether a machine translated texts. */
  readonly isByMachine: boolean;
  /** "English and German". */
  readonly languages: string;
  readonly hasLanguages: boolean;
  /** Keys of roles, now and before. */
  readonly role: string;
  readonly before: string;
  /** Previous name, when it was another one. */
  readonly oldName: string;
  readonly isRenamed: boolean;
  /** When the restored snapshot was published. */
  readonly published: string;
  readonly hasDate: boolean;
}

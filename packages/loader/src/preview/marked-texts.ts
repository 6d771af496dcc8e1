import { isMarked, type MarkMatch, marksIn, type PreviewField } from '@stele/schema';

/** A mark within a text node of the page. */
export interface ShownMark extends MarkMatch {
  readonly node: Text;
}

/** Elements whose text isn't shown, or is the visitor's own. */
const UNSEEN = 'script,style,noscript,template,textarea';

/** The text nodes of a page that hold marks, as the page changes. */
export class MarkedTexts {
  readonly #document: Document;
  /** With their marks, until their text changes. */
  readonly #nodes = new Map<Text, readonly ShownMark[]>();
  readonly #observer: MutationObserver;

  constructor(document: Document) {
    this.#document = document;
    this.#observer = new MutationObserver((changes) => this.#take(changes));
  }

  /** Finds marks, and follows changes of the page: only what is new is looked at. */
  start(): void {
    this.#scan(this.#document);
    this.#observer.observe(this.#document, { subtree: true, childList: true, characterData: true });
  }

  stop(): void {
    this.#observer.disconnect();
    this.#nodes.clear();
  }

  /** The marks that the page shows now. */
  all(): readonly ShownMark[] {
    this.#take(this.#observer.takeRecords());
    return [...this.#nodes].flatMap(([node, marks]) => {
      if (node.isConnected) return marks;
      this.#nodes.delete(node);
      return [];
    });
  }

  #take(changes: readonly MutationRecord[]): void {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') this.#scan(target);
      else for (const node of addedNodes) this.#scan(node);
    }
  }

  #scan(root: Node): void {
    if (root instanceof Text) {
      if (!isMarked(root.data) || root.parentElement?.closest(UNSEEN)) this.#nodes.delete(root);
      else this.#nodes.set(root, marksOf(root));
      return;
    }
    const walker = this.#document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) this.#scan(node);
  }
}

/** The marks in one text node. */
export function marksOf(node: Text): readonly ShownMark[] {
  return marksIn(node.data).map((mark) => ({ ...mark, node }));
}

/** Whether two fields are the same one; without a locale, the one that is shown is meant. */
export function isSameField(one: PreviewField, other: PreviewField): boolean {
  return (
    one.entry === other.entry &&
    one.path === other.path &&
    (one.locale === null || other.locale === null || one.locale === other.locale)
  );
}

import { isSameJson, type Json } from '@stele/schema';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { fixTables } from '@tiptap/pm/tables';
import { toDocument, toValue } from './document-json.ts';
import { outsideChange } from './outside-change.ts';

/** A long document isn't written out at each key, but at the first one, and then at most this often. */
const HOLD_MS = 200;

/** The editor, as far as values go in and out. */
interface SyncedEditor {
  readonly state: EditorState;
  readonly dispatch: (transaction: Transaction) => void;
}

/** Keeps a field's value and the document of its editor the same. */
export class DocumentSync {
  readonly #editor: SyncedEditor;
  readonly #onChange: (value: Json) => void;
  /** The original document and value: the value is reported again once all is undone. */
  readonly #first: { readonly document: DocumentNode; readonly value: Json };
  /** The document and value that both sides know. */
  #shared: { readonly document: DocumentNode; readonly value: Json };
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastFlush = 0;
  #receiving = false;

  /** @param value the value that the editor's document was made of */
  constructor(editor: SyncedEditor, value: Json | undefined, onChange: (value: Json) => void) {
    this.#editor = editor;
    this.#onChange = onChange;
    // Tables that lack cells are put right by the first change in them; done now, that alone is no change.
    const fixed = editor.state.schema.nodes.table ? fixTables(editor.state) : undefined;
    if (fixed) editor.dispatch(fixed.setMeta('addToHistory', false));
    this.#first = { document: editor.state.doc, value: value ?? null };
    this.#shared = this.#first;
  }

  /** To be called when the document has changed. */
  readonly changed = (): void => {
    if (this.#receiving || this.#timer) return;
    // Never while the key is being handled: the first one is handed on right after it, so that nothing says "Saved" meanwhile.
    this.#timer = setTimeout(this.flush, Math.max(0, this.#lastFlush + HOLD_MS - Date.now()));
  };

  /** Hands on what was held back. */
  readonly flush = (): void => {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#lastFlush = Date.now();
    const document = this.#editor.state.doc;
    if (document.eq(this.#shared.document)) return;
    const value = document.eq(this.#first.document) ? this.#first.value : toValue(document);
    const isNews = !isSameJson(value, this.#shared.value);
    this.#shared = { document, value };
    if (isNews) this.#onChange(value);
  };

  /**
   * Takes in a value from outside. Edits held back stay; where both changed the same place, the editor's document is handed on.
   *
   * @throws RangeError when the value holds something that the editor doesn't know
   */
  receive(value: Json | undefined): void {
    if (value === this.#shared.value || isSameJson(value, this.#shared.value)) return;
    const next = toDocument(this.#editor.state.schema, value);
    const { document: base } = this.#shared;
    const change = outsideChange(this.#editor.state, base, next);
    if (change) {
      this.#receiving = true;
      try {
        this.#editor.dispatch(change);
      } finally {
        this.#receiving = false;
      }
    }
    const isSame = this.#editor.state.doc.eq(next);
    const held = this.#timer !== null;
    this.#shared = { document: held || isSame ? next : this.#editor.state.doc, value: value ?? null };
    if (held && !isSame) this.changed();
  }
}

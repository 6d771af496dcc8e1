import type { Json } from '@stele/schema';
import { replaceEqualDeep } from '@tanstack/react-query';
import type { ApiFailure } from '@/api/errors.ts';
import { Listeners } from '@/ui/listeners.ts';
import {
  changes,
  type DecideConflict,
  differences,
  type Merged,
  merge,
  type Values,
  withField,
} from '@/values/values.ts';
import { GivenUp } from './given-up.ts';
import type { JournalRecord } from './journal.ts';
import { JournalWriter } from './journal-writer.ts';
import { mergeRecord } from './merge-record.ts';
import { RefusedFields } from './refused-fields.ts';
import { isFinal, isPassing, retryWait } from './save-failure.ts';
import { maySend, nextPhase, type OpenConflict, type SaveEvent, type SavePhase } from './save-phase.ts';
import { SaveTimer } from './save-timer.ts';
import { renamedPaths, type SavedDraft, type Sent, type SessionFacts, type SessionView } from './session-view.ts';
import type { SessionWorld } from './session-world.ts';

/** Typing that pauses for so long is saved. */
const PAUSE_MS = 800;

/**
 * One person's editing of one entry. Typed values are kept in the journal at once, and saved by a queue that sends one save at a
 * time, each over the version that the one before made. Changes by others are merged; where both changed the same value, nothing
 * is sent until a person has chosen. A field that the server refuses is held back until it's changed; all others are saved.
 */
export class EditSession {
  readonly #world: SessionWorld;
  readonly #journal: JournalWriter;
  readonly #listeners = new Listeners();
  #base: SavedDraft;
  #facts: SessionFacts;
  #phase: SavePhase = { state: 'saved' };
  #view: SessionView;
  readonly #timer: SaveTimer;
  #saving: Promise<void> | null = null;
  #failures = 0;
  /** Values of a save that isn't answered yet, or whose answer got lost: sent again unchanged, for the server may have them. */
  #sent: Sent | null = null;
  readonly #refused = new RefusedFields();
  readonly #given = new GivenUp((base, mine, theirs) => this.#merge(base, mine, theirs).values);
  /** Whether the next save is what a person decided: the history shows it by itself. */
  #isDecided = false;
  #closed = false;
  /** A draft that others saved while a save was under way. */
  #missed: SavedDraft | null = null;

  constructor(saved: SavedDraft, world: SessionWorld) {
    this.#world = world;
    this.#timer = new SaveTimer(world, () => void this.#save());
    this.#journal = new JournalWriter(world.journal, () => this.#record());
    this.#base = saved;
    this.#facts = { values: saved.values, version: saved.version, errors: [], unread: {} };
    this.#view = { ...this.#facts, ...this.#phase };
  }

  /** Brings back what an earlier session left unsaved. @returns whether there was something */
  async recover(): Promise<boolean> {
    const found = await this.#world.journal.read().catch(() => null);
    if (!found || this.#closed) return false;
    const { record: left, forget } = found;
    this.#world.collect();
    const unread = { ...left.unread, ...this.#view.unread };
    const given = left.given ?? [];
    if (differences(left.base, left.values).length + given.length + Object.keys(unread).length === 0) {
      await forget();
      return false;
    }
    const now = this.#base;
    this.#given.recover(given, left.base, now.values);
    const met = mergeRecord(this.#world.fields(), left, now.values);
    // Values typed while the journal was read come last, and win.
    const { values } = this.#merge(now.values, this.#view.values, met.values, (conflict) => conflict.mine);
    this.#take({ ...met, values }, { unread });
    await this.#journal.written();
    await forget();
    this.#timer.within(0);
    return true;
  }

  readonly subscribe = this.#listeners.subscribe;

  view = (): SessionView => this.#view;

  /** Changes a field; in several locales when they share it. */
  set(locales: readonly string[], field: string, value: Json | undefined): void {
    let { values } = this.#view;
    for (const locale of locales) values = withField(values, { locale, field }, value);
    this.#edit(values);
  }

  /** Changes a whole locale: begins it, or replaces its values. */
  setLocale(locale: string, values: Values[string]): void {
    this.#edit({ ...this.#view.values, [locale]: values });
  }

  /** Keeps a text that can't be read as a value yet; null when it can. */
  setUnread(place: string, text: string | null): void {
    if (this.#view.unread[place] === (text ?? undefined)) return;
    const { [place]: _before, ...others } = this.#view.unread;
    this.#update({ unread: text === null ? others : { ...others, [place]: text } });
    this.#journal.write();
    if (text === null && this.#phase.state === 'saved') void this.#settle();
  }

  /** Renames places of such texts, after rows of a list moved: null for those that went. */
  moveUnread(rename: (place: string) => string | null): void {
    this.#update({ unread: renamedPaths(this.#view.unread, rename) });
    this.#journal.write();
  }

  /** Whether the server has all that was typed. */
  get isSaved(): boolean {
    return this.#phase.state === 'saved' && Object.keys(this.#view.unread).length === 0;
  }

  /**
   * Saves now what isn't saved.
   *
   * @param isDecided whether a person decided just that: the history shows it by itself
   * @returns the version that holds all that was typed; null when it couldn't be saved
   */
  async flush(isDecided = false): Promise<number | null> {
    this.#world.collect();
    if (isDecided && this.#phase.state !== 'saved') this.#isDecided = true;
    for (;;) {
      if (this.#saving) await this.#saving;
      if (this.#phase.state === 'saved') return this.isSaved ? this.#base.version : null;
      if (!maySend(this.#phase) || (this.#phase.state === 'refused' && !this.#hasMoreToSend())) return null;
      this.#timer.stop();
      await this.#save();
      if (this.#phase.state === 'offline') return null;
      if (this.#phase.state === 'refused' && this.#phase.failure) return null;
    }
  }

  /** Keeps and saves what isn't saved: the page is left, perhaps for good. */
  leave(): void {
    this.#world.collect();
    if (!this.isSaved) this.#journal.writeAtOnce();
    void this.flush();
  }

  /** Tries again at once: the browser says that it's online, or a person asks for it. */
  retry(): void {
    if (this.#phase.state !== 'offline' && this.#phase.state !== 'refused') return;
    this.#refused.clear();
    this.#timer.within(0);
  }

  /**
   * Settles conflicts. If I give up values, they are saved as a version of their own first, so that the history has them.
   */
  resolve(decide: DecideConflict): void {
    if (this.#phase.state !== 'conflict') return;
    const mine = this.#view.values;
    const { values } = this.#merge(this.#phase.base, mine, this.#phase.theirs, decide);
    if (differences(values, mine).length > 0) this.#given.add(mine);
    this.#isDecided = true;
    this.#go({ type: 'chosen' }, { values });
    this.#journal.write();
    this.#timer.within(0);
  }

  /** Takes over values that another screen or person saved, beside typed values that aren't sent yet. */
  follow(saved: SavedDraft): void {
    if (saved.version <= this.#base.version) return;
    this.#world.collect();
    const { state } = this.#phase;
    const isFree = !this.#sent && ['saved', 'waiting', 'refused'].includes(state);
    this.#missed = isFree ? null : saved;
    if (!isFree) return;
    const { values, conflicts } = this.#merge(this.#base.values, this.#view.values, saved.values);
    // Where both changed the same, the next save asks.
    if (conflicts.length > 0) return;
    this.#given.carry(this.#base.values, saved.values);
    this.#base = saved;
    const hasMore = differences(saved.values, this.#refused.withoutThem(values, saved.values)).length > 0;
    const errors = this.#refused.errors(values);
    this.#update({ values: replaceEqualDeep(this.#view.values, values), version: saved.version, errors });
    if (state === 'saved') return;
    this.#journal.write();
    if (this.#phase.state !== 'refused' || (this.#phase.failure && isFinal(this.#phase.failure))) return;
    // Refused fields have changed since, or are as others have them.
    if (errors.length > 0 && !hasMore) return;
    this.#go({ type: 'typed' });
    this.#timer.within(PAUSE_MS);
  }

  /** Ends the session; what isn't saved stays in the journal. */
  close(): void {
    this.#closed = true;
    this.#timer.close();
    this.#listeners.clear();
  }

  #edit(values: Values): void {
    if (this.#phase.state === 'conflict') this.#ask(this.#phase, values);
    else this.#go({ type: 'typed' }, { values });
    this.#journal.write();
    if (this.#phase.state === 'waiting') this.#timer.within(PAUSE_MS);
  }

  /** Asks what there is to choose, in the fields that are asked for, after more was typed. */
  #ask({ base, theirs }: OpenConflict, values: Values): void {
    const merged = this.#merge(base, values, theirs);
    if (merged.conflicts.length === 0) this.#go({ type: 'chosen' }, { values: merged.values });
    else this.#go({ type: 'collided', asked: { conflicts: merged.conflicts, base, theirs } }, { values });
  }

  #merge(base: Values, mine: Values, theirs: Values, decide?: DecideConflict): Merged {
    return merge(this.#world.fields(), base, mine, theirs, decide);
  }

  /** Sends one save, unless one is under way. */
  #save(): Promise<void> {
    this.#saving ??= this.#saveOnce().finally(() => {
      this.#saving = null;
      if (this.#missed) this.follow(this.#missed);
    });
    return this.#saving;
  }

  async #saveOnce(): Promise<void> {
    if (!maySend(this.#phase)) return;
    const base = this.#base;
    const isAgain = this.#sent !== null;
    const given = this.#sent ? this.#sent.given : (this.#given.all[0] ?? null);
    // Fields that the server refused stay here until they're changed.
    const sent = this.#sent?.values ?? this.#refused.withoutThem(given ?? this.#view.values, base.values);
    const patch = changes(base.values, sent);
    if (Object.keys(patch).length === 0) {
      this.#given.forget(given);
      return this.#settle();
    }
    this.#timer.begin();
    this.#sent = { values: sent, given };
    this.#go({ type: 'sent' });
    try {
      const saved = await this.#world.save(patch, base.version, !given && !this.#isDecided);
      // Values that controls hold back were typed over the values sent, not over those that came back.
      this.#world.collect();
      this.#sent = null;
      this.#given.forget(given);
      if (!given) this.#isDecided = false;
      this.#failures = 0;
      this.#base = saved;
      this.#given.carry(sent, saved.values);
      const merged = this.#merge(sent, this.#view.values, saved.values);
      if (merged.conflicts.length > 0) return this.#take(merged, { version: saved.version });
      this.#update({ values: replaceEqualDeep(this.#view.values, merged.values), version: saved.version });
      if (this.#given.all.length > 0 || this.#hasMoreToSend()) {
        this.#go({ type: 'stored' });
        this.#journal.write();
        this.#timer.within(given || isAgain ? 0 : PAUSE_MS);
      } else await this.#settle();
    } catch (thrown) {
      await this.#failed(this.#world.failureOf(thrown), base, { values: sent, given });
    }
  }

  /** Whether something is unsaved that the server hasn't refused as it is. */
  #hasMoreToSend(): boolean {
    return differences(this.#base.values, this.#refused.withoutThem(this.#view.values, this.#base.values)).length > 0;
  }

  async #settle(): Promise<void> {
    this.#timer.begin();
    await this.#journal.written();
    if (this.#given.all.length > 0 || this.#hasMoreToSend()) {
      this.#go({ type: 'stored' });
      this.#timer.within(PAUSE_MS);
      return;
    }
    const errors = this.#refused.errors(this.#view.values);
    this.#go(errors.length > 0 ? { type: 'refused', failure: this.#refused.failure } : { type: 'settled' }, { errors });
    if (errors.length === 0 && Object.keys(this.#view.unread).length === 0) this.#journal.clear();
  }

  async #failed(failure: ApiFailure, base: SavedDraft, { values: sent, given }: Sent): Promise<void> {
    if (failure.code === 'entry.version_conflict') return this.#meet(base, sent);
    if (isPassing(failure)) return this.#tryLater(failure);
    const isOfFields = this.#refused.take(failure, sent, base.values);
    if (isOfFields || !isFinal(failure)) this.#sent = null;
    if (isOfFields) return this.#settle();
    // Another refusal may be of what was given up alone.
    if (!isFinal(failure)) this.#given.forget(given);
    this.#go({ type: 'refused', failure });
    const isAsSent = differences(sent, this.#refused.withoutThem(this.#view.values, base.values)).length === 0;
    if (!isAsSent && !isFinal(failure)) this.#timer.within(PAUSE_MS);
  }

  /** The only place that retries a save automatically. */
  #tryLater(failure: ApiFailure): void {
    const wait = retryWait(failure, this.#failures++);
    this.#go({ type: 'unreachable', failure, retryAt: this.#world.now() + wait });
    this.#timer.after(wait);
  }

  /** Someone else changed a field that was changed here too: reads their version, and asks. */
  async #meet(base: SavedDraft, sent: Values): Promise<void> {
    const theirs = await this.#world.read().catch((thrown: unknown) => this.#tryLater(this.#world.failureOf(thrown)));
    if (!theirs) return;
    this.#world.collect();
    this.#sent = null;
    const mine = this.#view.values;
    this.#base = theirs;
    this.#given.carry(base.values, theirs.values);
    this.#take(this.#merge(base.values, mine, theirs.values), { version: theirs.version });
    this.#timer.within(differences(sent, mine).length === 0 ? 0 : PAUSE_MS);
  }

  /** Takes values over that two sides made, and asks where they collide. */
  #take({ values, ...asked }: Merged, more: Partial<SessionFacts>): void {
    const facts = { ...more, values: replaceEqualDeep(this.#view.values, values) };
    if (asked.conflicts.length > 0) this.#go({ type: 'collided', asked }, facts);
    else this.#go(this.#phase.state === 'saving' ? { type: 'stored' } : { type: 'typed' }, facts);
    this.#journal.write();
  }

  #record(): JournalRecord {
    const { version: baseVersion, values: saved } = this.#base;
    const { values, unread } = this.#view;
    const phase = this.#phase.state === 'conflict' ? this.#phase : null;
    const asked = phase && { saved, theirs: phase.theirs };
    const [base, sent] = [phase?.base ?? saved, this.#sent?.values ?? null];
    return { baseVersion, base, values, unread, given: this.#given.all, sent, asked, at: this.#world.now() };
  }

  #go(event: SaveEvent, facts: Partial<SessionFacts> = {}): void {
    this.#phase = nextPhase(this.#phase, event);
    this.#update(facts);
  }

  #update(change: Partial<SessionFacts>): void {
    this.#facts = { ...this.#facts, ...change };
    this.#view = { ...this.#facts, ...this.#phase };
    this.#listeners.notify();
  }
}

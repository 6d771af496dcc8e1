import { isRichtextHref } from '@stele/schema';
import { FileText, Globe, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { common } from '#messages/common';
import { richtext as t } from '#messages/richtext';
import { useProject } from '@/project/project-context.tsx';
import { TextField } from '@/ui/field.tsx';
import { isEnter } from '@/ui/keys.ts';
import { Suggestion } from '@/ui/suggestion.tsx';
import { type EntryMatch, useEntrySearch } from '../fields/use-entry-search.ts';
import { completeAddress } from './complete-address.ts';

/** How many entries of each collection are offered. */
const OFFERED = 5;

/** Where a link may lead to: an address, or an entry with its title. */
export type LinkTarget = { readonly href: string } | { readonly entry: string; readonly title: string };

/** The address that a typed text is; null when it's none. */
export function addressOf(text: string): string | null {
  const address = completeAddress(text);
  return isRichtextHref(address) ? address : null;
}

interface LinkTargetFieldProps {
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly collections: readonly string[];
  /** Whether entries are offered before anything is typed. */
  readonly offersFirst: boolean;
  readonly onChoose: (target: LinkTarget) => void;
  /** Enter where nothing was typed or changed. */
  readonly onKeep: () => void;
}

/** A field that takes an address, and finds entries by their titles: Enter takes the first of what it offers. */
export function LinkTargetField(props: LinkTargetFieldProps) {
  const { text, onTextChange, collections, offersFirst, onChoose, onKeep } = props;
  const { schema } = useProject();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<number | null>(null);
  const [isWrong, setWrong] = useState(false);
  const [first] = useState(text);
  const address = addressOf(text);
  // An address with a scheme, a path or a place is no title.
  const isPlainAddress = address !== null && address === text.trim();
  const isUntouched = text.trim() === '' || text === first;
  const searches = !isPlainAddress && (offersFirst || !isUntouched);
  const { groups, isSettled } = useEntrySearch(collections, text, { enabled: searches, limit: OFFERED });
  const labelOf = (key: string) => schema?.collections.find((one) => one.key === key)?.label ?? key;
  const offers = [
    ...(address === null || text === first ? [] : [addressOffer(address)]),
    ...(searches ? groups.flat() : []).map((entry) => entryOffer(entry, labelOf(entry.collection_key))),
  ];
  const at = moved === null ? (isUntouched ? -1 : 0) : Math.min(moved, offers.length - 1);
  const isAwaited = useRef(false);
  const choose = (): void => {
    const offer = offers[at];
    isAwaited.current = !isUntouched && searches && !isSettled && moved === null;
    if (isAwaited.current) return;
    if (offer) onChoose(offer.target);
    else if (isUntouched && text === first) onKeep();
    else setWrong(true);
  };
  useEffect(() => {
    if (isSettled && isAwaited.current) choose();
  });
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && offers.length > 0) {
      event.preventDefault();
      setMoved((Math.max(at, step > 0 ? -1 : 0) + step + offers.length) % offers.length);
    } else if (isEnter(event)) {
      event.preventDefault();
      event.stopPropagation();
      choose();
    }
  };
  return (
    <>
      <TextField
        label={t.address}
        help={t.addressHint}
        error={isWrong ? t.addressWrong : undefined}
        autoFocus
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offers.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={offers[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        className="max-sm:h-10"
        value={text}
        onKeyDown={press}
        onChange={(event) => {
          onTextChange(event.target.value);
          setMoved(null);
          setWrong(false);
          isAwaited.current = false;
        }}
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t.linkTo}
        className="max-h-56 overflow-y-auto empty:hidden"
      >
        {offers.map((offer, index) => (
          <Suggestion
            key={offer.key}
            id={`${id}-${index}`}
            isActive={index === at}
            onChoose={() => onChoose(offer.target)}
            className="items-center gap-2.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
          >
            <offer.icon aria-hidden />
            <span className="min-w-0 flex-1 truncate" dir="auto">
              {offer.label}
            </span>
            {collections.length > 1 && <span className="shrink-0 text-xs text-muted">{offer.kind}</span>}
          </Suggestion>
        ))}
      </div>
    </>
  );
}

interface Offer {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly label: string;
  readonly kind: string;
  readonly target: LinkTarget;
}

const addressOffer = (href: string): Offer => ({
  key: 'address',
  icon: Globe,
  label: href,
  kind: '',
  target: { href },
});

function entryOffer({ id, title: stored }: EntryMatch, kind: string): Offer {
  const title = stored || common.untitled;
  return { key: id, icon: FileText, label: title, kind, target: { entry: id, title } };
}

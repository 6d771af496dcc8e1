import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { media as t } from '#messages/media';
import { useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { TextField } from '@/ui/field.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { isEnter } from '@/ui/keys.ts';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { LiveUses, useUses } from './live-uses.tsx';
import type { Asset } from './upload/upload-types.ts';
import { useTypedText } from './use-typed-text.ts';

interface AssetTextsProps {
  readonly asset: Asset;
  /** The language that comes first. */
  readonly locale: string;
}

/**
 * The alternative texts of a picture, by language, and whether it's decorative. Saved while one types. Where live entries use
 * the picture, a message says so, with an Undo to the first texts.
 */
export function AssetTexts({ asset, locale }: AssetTextsProps) {
  const { project } = useProject();
  const { language } = formats;
  const save = useSaveAsset(asset);
  const { isLive } = useUses(asset);
  const [{ alt_text: texts, decorative }] = useState(asset);
  const saveAndTell = async (change: TextChange, before: TextChange): Promise<boolean> => {
    const isSaved = await save(change);
    if (isSaved && isLive) tell(t.textsAreLive, () => void save(before), `texts of ${asset.id}`);
    return isSaved;
  };
  const helpId = useId();
  const [isDecorative, setDecorative] = useKnown(asset.decorative);
  const locales = [locale, ...project.locales.filter((one) => one !== locale)];
  return (
    <div className="flex flex-col gap-3">
      {!asset.decorative &&
        locales.map((one) => (
          <TextInput
            key={one}
            label={t.altTextIn({ language: language(one) })}
            locale={one}
            text={asset.alt_text[one] ?? ''}
            onSave={(text) =>
              saveAndTell(
                { alt_text: { [one]: text === '' ? null : text } },
                { alt_text: { [one]: texts[one] ?? null } },
              )
            }
          />
        ))}
      <div>
        <Checkbox
          label={t.decorative}
          className="max-sm:min-h-10"
          aria-describedby={helpId}
          checked={isDecorative}
          onChange={(event) => {
            setDecorative(event.target.checked);
            void saveAndTell({ decorative: event.target.checked }, { decorative });
          }}
        />
        <p id={helpId} className="text-xs text-muted">
          {asset.decorative ? t.decorativeHelp : t.altHelp}
        </p>
      </div>
      <LiveUses asset={asset} />
    </div>
  );
}

interface TextChange {
  readonly alt_text?: Record<string, string | null>;
  readonly decorative?: boolean;
}

interface TextInputProps {
  readonly label: string;
  readonly locale: string;
  readonly text: string;
  readonly onSave: (text: string) => Promise<boolean>;
}

function TextInput({ label, locale, text, onSave }: TextInputProps) {
  const { typed, type, save, hasFailed } = useTypedText(text, onSave);
  return (
    <TextField
      label={label}
      error={hasFailed ? t.notSaved : undefined}
      lang={locale}
      dir="auto"
      maxLength={1000}
      className="max-sm:h-10"
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (isEnter(event)) save();
      }}
    />
  );
}

/** State of a control: shows input at once, and the server's value whenever that changes. */
function useKnown<Value>(value: Value): [Value, (value: Value) => void] {
  const [shown, setShown] = useState(value);
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    setShown(value);
  }
  return [shown, setShown];
}

/** Changes what is said of an asset: shown at once, and taken back when the server refuses. */
function useSaveAsset(asset: Asset) {
  const { project } = useProject();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const key = trpc.assets.get.queryKey({ projectId: project.id, assetId: asset.id });
  const mutationKey = ['asset-texts', asset.id];
  /** Whether the save that ends now is the latest: an older answer would take back newer input. */
  const isLast = (): boolean => queryClient.isMutating({ mutationKey }) === 1;
  const { mutateAsync } = useMutation({
    ...trpc.assets.update.mutationOptions({
      onSuccess: (after) => {
        if (isLast()) queryClient.setQueryData(key, after);
        void queryClient.invalidateQueries(trpc.assets.list.pathFilter());
      },
      onError: (error) => {
        tellFailure(t.notSaved, error);
        void queryClient.invalidateQueries({ queryKey: key });
      },
    }),
    mutationKey,
    // One after the other, in the order in which they were made.
    scope: { id: asset.id },
  });
  return (change: TextChange): Promise<boolean> => {
    const { alt_text: texts, decorative } = change;
    const saved = queryClient.getQueryData(key);
    // Reads under way were asked for before this change.
    void queryClient.cancelQueries({ queryKey: key });
    queryClient.setQueryData(
      key,
      (before) =>
        before && {
          ...before,
          ...(decorative !== undefined && { decorative }),
          alt_text: Object.fromEntries(
            Object.entries({ ...before.alt_text, ...texts }).filter(
              (entry): entry is [string, string] => entry[1] !== null,
            ),
          ),
        },
    );
    return mutateAsync({ projectId: project.id, assetId: asset.id, ...change }).then(
      () => true,
      () => {
        queryClient.setQueryData(key, saved);
        return false;
      },
    );
  };
}

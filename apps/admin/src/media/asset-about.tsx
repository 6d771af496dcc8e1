import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { media as t } from '#messages/media';
import { useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Tag, TagInput } from '@/ui/tag-input.tsx';
import { tagsIn, tagsRefused } from './asset-tags.ts';
import { SavedText } from './saved-text.tsx';
import type { Asset } from './upload/upload-types.ts';
import { useSayOfAsset } from './use-save-asset.ts';

interface AssetAboutProps {
  readonly asset: Asset;
  /** The language that comes first. */
  readonly locale: string;
}

/** Captions of a file by language, who made it, its rights and its tags. Saved while one types. */
export function AssetAbout({ asset, locale }: AssetAboutProps) {
  const { project } = useProject();
  const { language } = formats;
  const say = useSayOfAsset(asset);
  const locales = [locale, ...project.locales.filter((one) => one !== locale)];
  return (
    <div className="flex flex-col gap-3">
      {locales.map((one) => (
        <SavedText
          key={one}
          label={t.captionIn({ language: language(one) })}
          locale={one}
          text={asset.caption[one] ?? ''}
          onSave={(text) => say({ caption: { [one]: text === '' ? null : text } })}
        />
      ))}
      <SavedText
        label={t.credit}
        placeholder={t.creditHelp}
        text={asset.credit ?? ''}
        maxLength={200}
        onSave={(text) => say({ credit: text === '' ? null : text })}
      />
      <SavedText
        label={t.rights}
        placeholder={t.rightsHelp}
        text={asset.rights ?? ''}
        onSave={(text) => say({ rights: text === '' ? null : text })}
      />
      <Tags tags={asset.tags} onChange={(tags) => void say({ tags })} />
      <p className="text-xs text-muted">{t.detailsHelp}</p>
    </div>
  );
}

interface TagsProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: string[]) => void;
}

function Tags({ tags, onChange }: TagsProps) {
  const labelId = useId();
  const [isWanted, setWanted] = useState(false);
  return (
    <div className="flex flex-col gap-1.5">
      <span id={labelId} className="text-sm font-medium">
        {t.tags}
      </span>
      <TagInput
        aria-labelledby={labelId}
        tags={tags}
        used={useUsedTags(isWanted)}
        usedLabel={t.usedTags}
        placeholder={t.addTag}
        split={tagsIn}
        refusal={(added) => tagsRefused(tags, added)}
        onAdd={(added) => onChange([...tags, ...added])}
        onRemoveLast={() => onChange(tags.slice(0, -1))}
        onEnter={() => setWanted(true)}
      >
        {tags.map((tag) => (
          <Tag key={tag} tag={tag} onRemove={() => onChange(tags.filter((one) => one !== tag))} />
        ))}
      </TagInput>
    </div>
  );
}

const NONE: readonly string[] = [];

/** The tags that files of the project have, the most used first. */
export function useUsedTags(isWanted = true): readonly string[] {
  const { project } = useProject();
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.assetTags.list.queryOptions({ projectId: project.id }, { enabled: isWanted, staleTime: 60_000 }),
  );
  return data?.data.map(({ value }) => value) ?? NONE;
}

import { VIDEO_PROVIDERS, videoOf } from '@stele/schema';
import { ExternalLink } from 'lucide-react';
import { common } from '#messages/common';
import { fields as t } from '#messages/fields';
import { PROVIDER_NAMES } from '@/field-types/provider-names.ts';
import { videoIn } from '@/field-types/video.ts';
import { directionOf } from '@/i18n/direction.ts';
import { Button } from '@/ui/button.tsx';
import { Input } from '@/ui/input.tsx';
import type { ControlOf } from './control.ts';
import { nativeProps } from './native-props.ts';

/** A video of another site: its address and a title. Nothing is loaded from that site. */
export function VideoControl({ field, value, onChange, readOnly, ids, locale }: ControlOf<'video'>) {
  const own = videoIn(value);
  const video = videoOf(own.url);
  const change = (next: Partial<typeof own>): void => {
    const { url, title } = { ...own, ...next };
    onChange(url === '' && title === '' ? null : { url, ...(title !== '' && { title }) });
  };
  const taken = field.providers ?? VIDEO_PROVIDERS;
  const providers = taken.map((one) => PROVIDER_NAMES[one] ?? one);
  const isTaken = video !== null && taken.includes(video.provider);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex gap-1.5">
        <Input
          {...nativeProps(ids)}
          aria-label={t.videoAddress}
          aria-labelledby={undefined}
          type="url"
          dir="ltr"
          readOnly={readOnly}
          value={own.url}
          onChange={(event) => change({ url: event.target.value.trim() })}
        />
        {video && (
          <Button asChild variant="ghost" size="icon">
            <a href={video.url} target="_blank" rel="noreferrer" aria-label={common.openInNewTab}>
              <ExternalLink aria-hidden />
            </a>
          </Button>
        )}
      </div>
      <p className="text-xs text-muted" aria-live="polite">
        {isTaken
          ? t.videoFound({ provider: PROVIDER_NAMES[video.provider] ?? '' })
          : t.videoHint({ providers: providers.join(', ') })}
      </p>
      <Input
        aria-label={t.videoTitle}
        placeholder={t.videoTitle}
        lang={locale}
        dir={directionOf(locale)}
        readOnly={readOnly}
        value={own.title}
        onChange={(event) => change({ title: event.target.value })}
      />
    </div>
  );
}

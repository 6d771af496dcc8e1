type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where browsers send the bytes of uploads: the bucket when there is one, else the content host. As the API has it, from the same
 * settings: `S3_BUCKET`, `S3_ENDPOINT`, `S3_REGION`, `S3_FORCE_PATH_STYLE`; else `CONTENT_URL`.
 *
 * @returns an origin, or null when the settings name none
 */
export function uploadOrigin({
  CONTENT_URL,
  S3_BUCKET,
  S3_ENDPOINT,
  S3_REGION,
  S3_FORCE_PATH_STYLE,
}: Environment): string | null {
  if (!S3_BUCKET) return originOf(CONTENT_URL);
  const host = S3_ENDPOINT ? originOf(S3_ENDPOINT) : `https://s3.${S3_REGION || 'us-east-1'}.amazonaws.com`;
  const isPathStyle = S3_FORCE_PATH_STYLE ? /^(1|true)$/i.test(S3_FORCE_PATH_STYLE) : Boolean(S3_ENDPOINT);
  // A name with a dot or the like stays in the path: it would be no label of a host's name.
  const bucketInName = !isPathStyle && /^[a-z0-9-]+$/.test(S3_BUCKET);
  return host && bucketInName ? host.replace('://', `://${S3_BUCKET}.`) : host;
}

/** The origin of an address; null for a text that is none. */
export function originOf(url: string | undefined): string | null {
  return url && URL.canParse(url) ? new URL(url).origin : null;
}

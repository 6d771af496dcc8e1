import type { Resource } from './directory.ts';

/** The most resources of a page. */
export const MOST_RESOURCES = 200;

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

interface Attribute {
  readonly name: string;
  readonly type?: 'string' | 'boolean' | 'complex';
  readonly required?: boolean;
  readonly isUnique?: boolean;
  readonly isExact?: boolean;
  readonly multiValued?: boolean;
  readonly isReadOnly?: boolean;
  readonly subAttributes?: readonly Attribute[];
}

const VALUE_AND_DISPLAY: readonly Attribute[] = [{ name: 'value' }, { name: 'display', isReadOnly: true }];

const SCHEMAS: Readonly<Record<string, readonly Attribute[]>> = {
  User: [
    { name: 'userName', required: true, isUnique: true },
    { name: 'displayName' },
    {
      name: 'name',
      type: 'complex',
      subAttributes: [{ name: 'formatted' }, { name: 'givenName' }, { name: 'familyName' }],
    },
    {
      name: 'emails',
      type: 'complex',
      multiValued: true,
      subAttributes: [{ name: 'value' }, { name: 'type' }, { name: 'primary', type: 'boolean' }],
    },
    { name: 'active', type: 'boolean' },
    { name: 'groups', type: 'complex', multiValued: true, isReadOnly: true, subAttributes: VALUE_AND_DISPLAY },
  ],
  Group: [
    { name: 'displayName', required: true, isUnique: true, isExact: true },
    { name: 'members', type: 'complex', multiValued: true, subAttributes: VALUE_AND_DISPLAY },
  ],
};

/** Describes the service and the schemas of its resources: all that clients may ask for before they begin. */
export function discover(url: string): Readonly<Record<string, Resource | readonly Resource[]>> {
  const meta = (resourceType: string, path: string) => ({ resourceType, location: `${url}/${path}` });
  const names = Object.keys(SCHEMAS);
  return {
    ServiceProviderConfig: {
      schemas: [`${CORE}:ServiceProviderConfig`],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: MOST_RESOURCES },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: false },
      authenticationSchemes: [
        { type: 'oauthbearertoken', name: 'Token', description: 'The SCIM token of the provider, as a Bearer token.' },
      ],
      meta: meta('ServiceProviderConfig', 'ServiceProviderConfig'),
    },
    ResourceTypes: names.map((name) => ({
      schemas: [`${CORE}:ResourceType`],
      id: name,
      name,
      endpoint: `/${name}s`,
      schema: `${CORE}:${name}`,
      meta: meta('ResourceType', `ResourceTypes/${name}`),
    })),
    Schemas: names.map((name) => ({
      schemas: [`${CORE}:Schema`],
      id: `${CORE}:${name}`,
      name,
      attributes: SCHEMAS[name]?.map(describe),
      meta: meta('Schema', `Schemas/${CORE}:${name}`),
    })),
  };
}

function describe(attribute: Attribute): Resource {
  const {
    name,
    type = 'string',
    required = false,
    multiValued = false,
    isReadOnly,
    isUnique,
    isExact = false,
    subAttributes,
  } = attribute;
  return {
    name,
    type,
    multiValued,
    required,
    caseExact: isExact,
    mutability: isReadOnly ? 'readOnly' : 'readWrite',
    returned: 'default',
    uniqueness: isUnique ? 'server' : 'none',
    ...(subAttributes && { subAttributes: subAttributes.map(describe) }),
  };
}

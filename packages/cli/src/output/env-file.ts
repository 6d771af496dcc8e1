import { UserError } from '../errors.ts';

/** The variables that a site's builds read content with. */
export type SiteVariable = 'STELE_URL' | 'STELE_CONTENT_URL' | 'STELE_PROJECT' | 'STELE_TOKEN';

/** Nothing that ends a line, begins a comment, or refers to another variable. */
const ADDRESS = /^https?:\/\/[\p{L}\p{N}_.:[\]-]+(\/[\w.~%@+,:=/-]*)?$/iu;

const FORMS: Readonly<Record<SiteVariable, { readonly form: RegExp; readonly is: string }>> = {
  STELE_URL: { form: ADDRESS, is: 'the address of the API' },
  STELE_CONTENT_URL: { form: ADDRESS, is: 'the address of the content host' },
  STELE_PROJECT: { form: /^prj_\w+$/, is: 'the id of a project' },
  STELE_TOKEN: { form: /^stl_\w+$/, is: 'a token' },
};

/**
 * A line of a .env file. Its value came from a server or a file, which must not write other lines of its own choice.
 *
 * @throws UserError when the value doesn't have the form of its variable
 */
export function envLine(name: SiteVariable, value: string | undefined): string {
  const { form, is } = FORMS[name];
  if (value && !form.test(value)) {
    const said = name === 'STELE_TOKEN' ? 'What was answered' : JSON.stringify(value);
    throw new UserError(`${said} isn't ${is}, so it isn't written as ${name}. Is the address of the API right?`);
  }
  return `${name}=${value ?? ''}`;
}

import type { Environment } from './env.ts';

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Stele</title><path d="M9 28V9a7 7 0 0 1 14 0v19z" fill="#0f766e"/><path d="M5 28h22v2H5z" fill="#134e4a"/><path d="M13 12h6m-6 4h6m-6 4h4" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>',
)}`;

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c1917, #f5f5f4); --faint: light-dark(#57534e, #a8a29e);
  --paper: light-dark(#fafaf9, #161413); --card: light-dark(#ffffff, #1f1c1b); --line: light-dark(#e7e5e4, #38332f);
  --accent: light-dark(#0f5e59, #5eead4); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px / 1.5 Inter, ui-sans-serif, system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: clamp(2rem, 10vh, 7rem) 1.25rem 3rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; letter-spacing: -0.02em; }
.lead { margin: 0.5rem 0 2rem; color: var(--faint); overflow-wrap: anywhere; }
ul { display: grid; gap: 0.75rem; margin: 0; padding: 0; list-style: none; }
a { display: grid; gap: 0.125rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem;
  background: var(--card); color: inherit; text-decoration: none; }
a:hover, a:focus-visible { border-color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a strong { color: var(--accent); }
a span { color: var(--faint); }`;

/** The page for people who open the API in a browser. */
export function homePage({ adminUrl, contentUrl }: Pick<Environment, 'adminUrl' | 'contentUrl'>): string {
  return listPage(`This is the API. Content is read from the content host at ${contentUrl}.`, [
    ['/docs', 'API reference', 'Every route, with parameters, responses, errors and examples.'],
    ['/v1/openapi.json', 'OpenAPI document', 'The same for machines: OpenAPI 3.1.'],
    [adminUrl, 'Admin', 'The place for editors.'],
  ]);
}

export function notFoundPage(): string {
  return listPage('There is nothing at this address.', [['/', 'The API', 'Its start page.']]);
}

/**
 * The API reference, drawn from the OpenAPI document.
 *
 * @param nonce lets the page's own scripts run
 * @param script URL of the script that draws it
 */
export function referencePage(nonce: string, script: string): string {
  return pageOf(
    'Stele API reference',
    `<div id="reference"></div>
    <noscript>The reference needs JavaScript. The document itself is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
    <script nonce="${nonce}" src="${script}"></script>
    <script nonce="${nonce}">
      Scalar.createApiReference('#reference', {
        url: '/v1/openapi.json',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
      });
    </script>`,
  );
}

function listPage(lead: string, links: readonly (readonly [href: string, title: string, text: string])[]): string {
  const items = links.map(
    ([href, title, text]) =>
      `<li><a href="${escaped(href)}"><strong>${escaped(title)}</strong><span>${escaped(text)}</span></a></li>`,
  );
  const body = `<main><h1>Stele</h1><p class="lead">${escaped(lead)}</p><ul>${items.join('')}</ul></main>`;
  return pageOf('Stele API', body, `<style>${STYLE}</style>`);
}

function pageOf(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="${ICON}" type="image/svg+xml">
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

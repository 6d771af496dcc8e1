/** @param nonce lets the page's own scripts run */
const page = (nonce: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Stele API reference</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
  </head>
  <body>
    <div id="reference"></div>
    <noscript>The reference needs JavaScript. The document itself is at <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
    <script nonce="${nonce}" src="/reference/scalar.js"></script>
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
    </script>
  </body>
</html>
`;

/** The API reference, drawn from the OpenAPI document. */
export function GET(request: Request): Response {
  // Made by the proxy in front, which sets the policy that goes with it.
  const nonce = request.headers.get('x-nonce') ?? '';
  return new Response(page(nonce), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
  });
}

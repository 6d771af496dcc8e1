import { inPascalCase, type OpenApiDocument, type OpenApiParameter, type Reference } from './document-shapes.ts';

/** Makes components of parameters that several operations declare alike. */
export function shareParameters(document: OpenApiDocument): void {
  const found = new Map<string, { parameter: OpenApiParameter; uses: number }>();
  eachParameter(document, (parameter) => {
    const text = JSON.stringify(parameter);
    found.set(text, { parameter, uses: (found.get(text)?.uses ?? 0) + 1 });
    return parameter;
  });
  const parameters: Record<string, OpenApiParameter> = {};
  const names = new Map<string, string>();
  for (const [text, { parameter, uses }] of found) {
    if (uses === 1) continue;
    const name = freeName(inPascalCase(parameter.name), parameters);
    parameters[name] = parameter;
    names.set(text, name);
  }
  eachParameter(document, (parameter) => {
    const name = names.get(JSON.stringify(parameter));
    return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
  });
  document.components.parameters = parameters;
}

/** Replaces each parameter with what `visit` returns. */
function eachParameter(
  { paths }: OpenApiDocument,
  visit: (parameter: OpenApiParameter) => OpenApiParameter | Reference,
): void {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    if (!operation.parameters) continue;
    operation.parameters = operation.parameters.map((one) => ('$ref' in one ? one : visit(one as OpenApiParameter)));
  }
}

function freeName(name: string, taken: object): string {
  let free = name;
  for (let n = 2; free in taken; n += 1) free = `${name}${n}`;
  return free;
}

// @module-tag full
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { createOpenApiDocument } from '../../src/api/openapi/document.ts';
import { registry } from '../../src/server/registry.ts';

/** Bytes of the document as it is sent, for each of its operations: what they share is described once. */
const MOST_BYTES_OF_AN_OPERATION = 2_905;

/** The contract has such routes. They differ, for an entry's identifier begins with `ent_`. */
const AMBIGUOUS =
  /^no-ambiguous-paths: (?=.*\/by-external-id\/\{collection\}\/\{externalId\}`).*\/\{entryId\}\/(versions\/\{version\}|comments\/\{commentId\})`/;

const document = createOpenApiDocument(registry, 'https://cms.example.org');
const text = JSON.stringify(document);
/** The problems that Redocly's recommended rules find. */
async function lintWithRedocly(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

/** The problems that Spectral's recommended rules find. */
async function lintWithSpectral(source: string): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] });
  const problems = await linter.run(JSON.parse(source));
  return problems.map(({ code, message, path: place }) => `${code}: ${message} ${place.join('.')}`);
}

describe('the OpenAPI document', () => {
  it("has no finding of Redocly's recommended rules, which do find faults", async () => {
    const found = await lintWithRedocly(text);
    expect(found.filter((problem) => !AMBIGUOUS.test(problem))).toEqual([]);
    const faulty = text.replace('"operationId":"entries.list"', '"operationId":"entries.get"');
    expect((await lintWithRedocly(faulty)).join('\n')).toContain('operation-operationId-unique');
  });

  it("has no finding of Spectral's recommended rules, which do find faults", async () => {
    expect(await lintWithSpectral(text)).toEqual([]);
    const faulty = text.replace('"tags":["Entries"]', '"tags":["Nowhere"]');
    expect((await lintWithSpectral(faulty)).join('\n')).toContain('operation-tag-defined');
  });

  it('names every component, describes every operation, and refers to errors', () => {
    expect(text).not.toContain('__schema');
    const { paths } = document as { paths: Record<string, Record<string, Documented>> };
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      expect(operation.description, operation.operationId).toBeTruthy();
      expect(operation.security ?? document.security, operation.operationId).toBeDefined();
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) >= 400) expect(Object.keys(response), operation.operationId).toEqual(['$ref']);
      }
    }
  });

  it('is small', () => {
    const operations = text.split('"operationId":').length - 1;
    expect(Buffer.byteLength(text) / operations).toBeLessThan(MOST_BYTES_OF_AN_OPERATION);
  });
});

interface Documented {
  readonly operationId: string;
  readonly description?: string;
  readonly security?: object[];
  readonly responses: Record<string, object>;
}

import type { Tracer } from '../platform/telemetry/telemetry.ts';

/** Where traces go. */
export interface TracingSettings {
  /** As OTEL_EXPORTER_OTLP_ENDPOINT: the receiver's address, without /v1/traces. */
  readonly endpoint: string;
  /** The name of the service in traces. */
  readonly service: string;
}

/**
 * Makes traces and sends them by OTLP over HTTP. Its packages are loaded only here, and need to be installed only for this; they
 * read the other settings of OpenTelemetry from the environment.
 *
 * @throws Error that names the packages to install
 */
export async function startTracing({ endpoint, service }: TracingSettings): Promise<Tracer> {
  const { api, sdk, exporter, resources } = await loadPackages();
  const provider = new sdk.NodeTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': service }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [
      new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })),
    ],
  });
  // Also makes the context follow promises, and reads and writes `traceparent`.
  provider.register();
  const tracer = provider.getTracer('stele');
  return {
    begin(name, headers) {
      const getter = { get: (_: unknown, key: string) => headers?.get(key) ?? undefined, keys: () => [] };
      const parent = headers ? api.propagation.extract(api.ROOT_CONTEXT, headers, getter) : api.context.active();
      const kind = headers ? api.SpanKind.SERVER : api.SpanKind.INTERNAL;
      const span = tracer.startSpan(name, { kind }, parent);
      return {
        run: (work) => api.context.with(api.trace.setSpan(parent, span), work),
        end(named, attributes, failure) {
          span.updateName(named);
          span.setAttributes(attributes);
          if (failure) {
            const message = failure instanceof Error ? failure.message : String(failure);
            span.setStatus({ code: api.SpanStatusCode.ERROR, message });
          }
          span.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}

async function loadPackages() {
  try {
    const [api, sdk, exporter, resources] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
    return { api, sdk, exporter, resources };
  } catch (cause) {
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages of OpenTelemetry are missing: npm install @opentelemetry/api @opentelemetry/sdk-trace-node@2 @opentelemetry/resources@2 @opentelemetry/exporter-trace-otlp-http@0.223',
      { cause },
    );
  }
}

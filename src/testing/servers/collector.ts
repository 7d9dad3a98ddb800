import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/** A span as a collector gets it. */
export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  /** OTLP's number: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  attributes: Record<string, string | number>;
  isError: boolean;
}

/** An OpenTelemetry collector on loopback: OTLP over HTTP, in JSON; what comes as protobuf is kept as bytes. */
export interface Collector {
  endpoint: string;
  /** Everything that arrived. */
  bodies: Buffer[];
  contentTypes: Set<string>;
  spans(): CollectedSpan[];
  /** Of the sender: `service.name` and the others. */
  resource(): Record<string, string | number>;
  close(): Promise<void>;
}

type Attribute = { key: string; value: { stringValue?: string; intValue?: string | number; doubleValue?: number } };

interface Exported {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, "attributes" | "isError"> & { attributes: Attribute[]; status: { code?: number } })[];
    }[];
  }[];
}

const readAttributes = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? doubleValue ?? Number(intValue),
    ]),
  );

export async function startCollector(): Promise<Collector> {
  const bodies: Buffer[] = [];
  const contentTypes = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.url !== "/v1/traces") return void response.writeHead(404).end();
      bodies.push(Buffer.concat(chunks));
      contentTypes.add(`${request.method} ${request.url} ${request.headers["content-type"]}`);
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const read = () =>
    bodies.flatMap((body) => (JSON.parse(body.toString("utf8")) as Partial<Exported>).resourceSpans ?? []);
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    contentTypes,
    spans: () =>
      read()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ name, traceId, spanId, parentSpanId, kind, attributes, status }) => ({
          name,
          traceId,
          spanId,
          parentSpanId,
          kind,
          attributes: readAttributes(attributes),
          isError: status.code === 2,
        })),
    resource: () => readAttributes(read()[0]?.resource.attributes ?? []),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

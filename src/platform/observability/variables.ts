import { isIP } from "node:net";
import { z } from "zod";
import { hasProtocol, integerBetween } from "../environment-values.ts";

const isHttp = (text: string) => hasProtocol(text, ["http:", "https:"]);

/**
 * OpenTelemetry's variables keep their names and meaning; the exporter reads the others (headers, timeout,
 * certificates) itself.
 */
export const observabilityVariables = {
  CASEPORT_METRICS_PORT: integerBetween(1, 65_535)
    .optional()
    .describe("Port of `/api/metrics` for Prometheus. Every server and worker needs its own; off if not set."),
  CASEPORT_METRICS_HOST: z
    .string()
    .refine((host) => isIP(host) !== 0, "must be an IP address")
    .default("127.0.0.1")
    .describe("IP address of that port."),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isHttp, "must be an http or https URL")
    .optional()
    .describe("Base URL of an OpenTelemetry collector. Traces are sent to `v1/traces` below it."),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .string()
    .refine(isHttp, "must be an http or https URL")
    .optional()
    .describe("URL for traces, used as it is; instead of OTEL_EXPORTER_OTLP_ENDPOINT."),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(["http/protobuf", "http/json"], "must be http/protobuf or http/json")
    .default("http/protobuf")
    .describe("Format of the traces."),
  OTEL_TRACES_SAMPLER: z
    .enum(
      [
        "always_on",
        "always_off",
        "traceidratio",
        "parentbased_always_on",
        "parentbased_always_off",
        "parentbased_traceidratio",
      ],
      "must be one of OpenTelemetry's samplers",
    )
    .default("parentbased_always_on")
    .describe("Which traces are recorded, as OpenTelemetry defines it."),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0?\.\d+|0|1(\.0+)?)$/, "must be a number from 0 to 1")
    .transform(Number)
    .default(1)
    .describe("Share of traces that the `traceidratio` samplers record, from 0 to 1."),
  OTEL_SDK_DISABLED: z
    .enum(["true", "false"], "must be true or false")
    .transform((value) => value === "true")
    .default(false)
    .describe("Whether traces are off although an endpoint is set."),
};

export interface TraceSettings {
  url: string;
  protocol: "http/protobuf" | "http/json";
  sampler: string;
  ratio: number;
}

const Read = z.object(observabilityVariables);

/** Null for what is off. */
export function shapeObservability(read: z.output<typeof Read>): {
  traces: TraceSettings | null;
  metrics: { port: number; host: string } | null;
} {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, CASEPORT_METRICS_PORT: port } = read;
  const url =
    read.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    (base === undefined ? undefined : `${base.replace(/(?<!\/)\/+$/, "")}/v1/traces`);
  return {
    traces:
      url === undefined || read.OTEL_SDK_DISABLED
        ? null
        : {
            url,
            protocol: read.OTEL_EXPORTER_OTLP_PROTOCOL,
            sampler: read.OTEL_TRACES_SAMPLER,
            ratio: read.OTEL_TRACES_SAMPLER_ARG,
          },
    metrics: port === undefined ? null : { port, host: read.CASEPORT_METRICS_HOST },
  };
}

import { mcpPath } from "../contract/mcp.ts";
import type { Pool } from "../platform/database/connections/connection-pool.ts";
import type { Database } from "../platform/database/database.ts";
import type { Environment } from "../platform/environment.ts";
import { replicaGauges } from "../platform/database/replica/replica.ts";
import { poolGauges, sharedGauges } from "../platform/observability/database-gauges.ts";
import type { GaugeSource } from "../platform/observability/metrics.ts";
import { startMetrics } from "../platform/observability/start.ts";
import type { Worker } from "../composition/worker.ts";
import type { GatedListener } from "./gate.ts";
import { isHealthPath } from "./health.ts";
import { oauthPath } from "./oauth/metadata.ts";
import { traceRequest } from "./request/observe-response.ts";
import { isWithin, splitTarget } from "../rpc/call/route.ts";
import type { Services } from "./services.ts";

/** Has requests run in spans: not those for pages, which Next renders, and not a load balancer's checks. */
export function withSpans(listener: GatedListener): GatedListener {
  return (request, response, requestContext) => {
    const run = () => listener(request, response, requestContext);
    const [path] = splitTarget(request.url);
    const isTraced =
      (isWithin(path, "/api") && !isHealthPath(path)) || isWithin(path, mcpPath) || isWithin(path, oauthPath);
    return isTraced ? traceRequest(requestContext, request.headers["traceparent"]?.toString(), run) : run();
  };
}

/**
 * @param worker the one that runs in this process, if any
 * @returns ends them
 */
export function startServerMetrics(
  environment: Environment,
  services: Services,
  pools: Readonly<Record<string, Pool | Database | null>>,
  worker: Worker | null,
): Promise<() => Promise<void>> {
  const opened = Object.fromEntries(
    Object.entries(pools).flatMap(([name, pool]) => (pool === null ? [] : [[name, pool]])),
  );
  return startMetrics(environment.metrics, services.logger, [
    processGauges(services),
    poolGauges(opened),
    ...sharedGauges(environment, services.database),
    replicaGauges(services.replica),
    ...(worker?.gauges ?? []),
  ]);
}

function processGauges({ eventNotifier, requestLog }: Services): GaugeSource {
  return {
    gauges: {
      caseport_long_polls: { help: "Requests that wait for events." },
      caseport_feed_lag_seconds: { help: "For how long the read that finds their events has been overdue." },
      caseport_request_log_lost_total: { help: "Requests that the request log could not take." },
    },
    read: () => [
      { name: "caseport_long_polls", value: eventNotifier.countWaiting() },
      { name: "caseport_feed_lag_seconds", value: eventNotifier.lagSeconds() },
      { name: "caseport_request_log_lost_total", value: requestLog.countLost() },
    ],
  };
}

import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import type { PortalRouter } from "../../composition/portal-router.ts";

/** `const trpc = useTRPC()`, then `useQuery(trpc.serviceAccounts.list.queryOptions(…))`. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<PortalRouter>();

/** `PortalOutputs["keys"]["findByDigest"]`. */
export type PortalOutputs = inferRouterOutputs<PortalRouter>;
export type PortalInputs = inferRouterInputs<PortalRouter>;

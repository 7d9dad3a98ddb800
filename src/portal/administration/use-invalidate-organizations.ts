import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";

export function useInvalidateOrganizations(): () => Promise<void> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.administration.listOrganizations.pathFilter());
}

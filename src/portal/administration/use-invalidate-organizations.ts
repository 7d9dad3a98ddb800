import { useInvalidate } from "../client/use-invalidate.ts";

export const useInvalidateOrganizations = () =>
  useInvalidate((trpc) => [trpc.administration.listOrganizations.pathFilter()]);

import { useInvalidate } from "../client/use-invalidate.ts";

export const useInvalidateExports = () => useInvalidate((trpc) => [trpc.exports.pathFilter()]);

/**
 * The operations as methods. Here they have no names: in the package, cli/sdk/write-api.ts puts a file in this one's
 * place that has each of them with its parameters and its result.
 */
export type Api = object;

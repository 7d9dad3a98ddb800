import { getUntypedClient } from "@trpc/client";
import { useTRPCClient } from "./trpc.ts";

/**
 * Returns a function that calls a procedure with `upload`: its input is a form with a file.
 *
 * @param path `esignTemplates.add`
 */
export function useUpload<Output>(
  path: string,
): (file: File, fields: Readonly<Record<string, string>>) => Promise<Output> {
  const client = getUntypedClient(useTRPCClient());
  return (file, fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", file);
    return client.mutation(path, form) as Promise<Output>;
  };
}

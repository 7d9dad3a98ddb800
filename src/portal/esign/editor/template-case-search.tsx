import { useTRPCClient } from "../../client/trpc.ts";
import { CaseSearch, type CaseSearchProps } from "../../client/case-search.tsx";

/** A case whose values a template shows. */
export function TemplateCaseSearch(props: Pick<CaseSearchProps, "chosen" | "error" | "onChoose">) {
  const client = useTRPCClient();
  return (
    <CaseSearch
      name="templates"
      find={(q) => client.esignTemplates.findCases.query({ q })}
      why="fields#values-that-are-filled-in"
      {...props}
    />
  );
}

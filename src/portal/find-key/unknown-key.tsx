import { SearchX } from "lucide-react";
import { useOrganization } from "../shell/account-context.tsx";
import { Code } from "../ui/code-block.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";

export function UnknownKey({ prefix }: { prefix: string }) {
  const { organizationName } = useOrganization();
  return (
    <EmptyState icon={SearchX} title={`No key found in ${organizationName}`} className="max-w-2xl">
      <p>
        <Code>{prefix}…</Code> is a well-formed key, but it does not belong to this organization.
      </p>
      <ul className="mt-4 grid list-disc gap-1.5 pl-5 text-left">
        <li>It may belong to another organization. If you are a member there, search there.</li>
        <li>It may belong to another Caseport installation.</li>
      </ul>
      <p className="mt-4">If it is public, contact the person who published it. We cannot identify its owner.</p>
    </EmptyState>
  );
}

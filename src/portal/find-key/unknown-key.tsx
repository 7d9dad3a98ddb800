import { SearchX } from "lucide-react";
import { useOrganization } from "../shell/account-context.tsx";
import { Code } from "../ui/code-block.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";

/** A text that has the form of a key and is none of this organization. */
export function UnknownKey({ prefix }: { prefix: string }) {
  const { organizationName } = useOrganization();
  return (
    <EmptyState icon={SearchX} title={`No key of ${organizationName}`} className="max-w-2xl">
      <p>
        <Code>{prefix}…</Code> has the form of a key and its checksum is right, but no key of this organization has this secret.
      </p>
      <ul className="mt-4 grid list-disc gap-1.5 pl-5 text-left">
        <li>It may belong to another organization. If you are a member there as well, look it up there.</li>
        <li>It may be a key of another Caseport installation.</li>
      </ul>
      <p className="mt-4">If you found it in public, tell whoever put it there: we cannot say whose it is.</p>
    </EmptyState>
  );
}

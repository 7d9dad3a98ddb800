import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../client/trpc.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { TextLink } from "../../ui/link.tsx";
import { withoutSecret } from "../list/list-query.ts";
import { findNamesake } from "./key-form.ts";
import { namesakeWarning as t } from "./lazy-strings.ts";

/**
 * Warns of another key with the same name.
 *
 * @param name as it was when the field was left
 */
export function NamesakeWarning({ name, ownId }: { name: string; ownId: string | null }) {
  const trpc = useTRPC();
  const { href } = useOrganization();
  const search = withoutSecret(name).trim().slice(0, 100);
  const { data } = useQuery(
    trpc.serviceAccounts.list.queryOptions({ search, sort: "name", limit: 200 }, { enabled: search !== "" }),
  );
  const namesake = findNamesake(name, data?.serviceAccounts ?? [], ownId);
  return (
    <p aria-live="polite" className="max-w-prose text-sm text-warning empty:hidden">
      {namesake !== null &&
        t.hasThisName((text) => (
          <TextLink href={href(`/credentials/${namesake.id}`)} target="_blank">
            {text}
          </TextLink>
        ))}
    </p>
  );
}

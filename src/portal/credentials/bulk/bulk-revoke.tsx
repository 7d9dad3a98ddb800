import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC, useTRPCClient } from "../../client/trpc.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { isTyped, ReasonField, TypedConfirmation } from "../revoke-dialog.tsx";
import { countKeys } from "./run-each.ts";
import { ScrollingKeys } from "./scrolling-keys.tsx";
import { bulkRevoke as t } from "./strings.ts";
import type { BulkFormProps, Change } from "./use-bulk.ts";

/** Requires typing how many keys are revoked, and a reason. Says of each key what its revocation also ends. */
export function BulkRevoke({ keys, start, onClose }: BulkFormProps) {
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [isRevokingMade, setRevokingMade] = useState(true);
  const trpc = useTRPC();
  const { data, isPending, isError } = useQuery(
    trpc.keys.listMade.queryOptions({ keyIds: keys.map(({ id }) => id) }, { staleTime: 0 }),
  );
  const made = keys.map((key) => ({
    key,
    ...(data?.keys.find(({ keyId }) => keyId === key.id) ?? { created: [], rotated: [] }),
  }));
  const phrase = t.revoke(countKeys(keys.length));
  const revoke = useRevocation({ reason: reason.trim(), keepCreatedKeys: !isRevokingMade });
  return (
    <FormDialog
      title={t.revokeTitle(countKeys(keys.length))}
      description={t.description}
      action={t.revokeAction(countKeys(keys.length))}
      danger
      busy={false}
      disabled={!isTyped(typed, phrase) || reason.trim() === "" || isPending}
      onSubmit={() => void start(keys, revoke())}
      onClose={onClose}
    >
      <ScrollingKeys
        busy={isPending}
        rows={made.map(({ key, created, rotated }) => ({
          key,
          note: isRevokingMade && (
            <span className="block text-muted">{describeEnded([t.revokes, t.ends], created, rotated)}</span>
          ),
        }))}
      />
      {(isError || made.some(({ created, rotated }) => created.length + rotated.length > 0)) && (
        <Checkbox
          label={t.alsoRevokeKeys}
          hint={isError ? t.listOfTheseKeys : t.alsoOfKeys}
          checked={isRevokingMade}
          onChange={({ target }) => setRevokingMade(target.checked)}
        />
      )}
      <TypedConfirmation
        label={t.enterThisText}
        expected={phrase}
        typed={typed}
        onChange={setTyped}
        error={t.enterThisTextError}
      />
      <ReasonField reason={reason} onChange={setReason} />
    </FormDialog>
  );
}

/** @returns a function that changes one key; repetitions of an attempt have its idempotency key */
function useRevocation(choice: { reason: string; keepCreatedKeys: boolean }): () => Change {
  const client = useTRPCClient();
  return () => {
    const ended = new Map<string, string>();
    return async ({ id, name, revision }) => {
      // A key that another one of them created is revoked with it.
      const creator = ended.get(id);
      if (creator !== undefined) return { text: t.revokedWith(creator) };
      const { createdKeys, rotatedKeys } = await client.serviceAccounts.revoke.mutate({
        serviceAccountId: id,
        ...choice,
        expectedRevision: revision,
      });
      if (choice.keepCreatedKeys) return { text: t.revoked };
      for (const created of createdKeys) ended.set(created.id, name);
      return {
        text: t.revokedAnd(
          describeEnded(
            [t.alsoRevoked, t.ended],
            createdKeys.map((key) => key.name),
            rotatedKeys.map((key) => key.name),
          ),
        ),
      };
    };
  };
}

function describeEnded(
  [revoke, end]: readonly [string, string],
  created: readonly string[],
  rotated: readonly string[],
): string {
  const keys = created.length === 0 ? "" : t.also(revoke, created.join(", "));
  const secrets = rotated.length === 0 ? "" : t.secretsOf(end, rotated.join(", "));
  return [keys, secrets].filter((sentence) => sentence !== "").join(" ");
}

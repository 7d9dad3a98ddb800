import { useQuery } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "../../client/trpc.ts";
import { FormDialog } from "../../ui/overlays/form-dialog.tsx";
import { nameMember } from "../../team/team-query.ts";
import { useAttorneyChoice } from "../form/attorney-select.tsx";
import { describeOverlap, NewExpiry, OverlapField, useRotationForm } from "../rotation-fields.tsx";
import { formatTime } from "../../ui/format.ts";
import type { Key } from "../portal-types.ts";
import { BulkResults } from "./bulk-results.tsx";
import { BulkRevoke } from "./bulk-revoke.tsx";
import { countKeys } from "./run-each.ts";
import { ScrollingKeys } from "./scrolling-keys.tsx";
import { bulkDialog as t } from "./strings.ts";
import { useBulk, type BulkChoice, type BulkFormProps } from "./use-bulk.ts";

interface BulkDialogProps extends BulkChoice {
  /** @param isDone false if it was canceled */
  onClose: (isDone: boolean) => void;
}

/** One dialog: what to change, then what became of each key. */
export function BulkDialog({ action, keys, onClose }: BulkDialogProps) {
  const bulk = useBulk();
  if (bulk.results !== null)
    return <BulkResults action={action} {...bulk} results={bulk.results} onClose={() => onClose(true)} />;
  const form = { keys, start: bulk.start, onClose: () => onClose(false) };
  if (action === "reassign") return <Reassignment {...form} />;
  if (action === "revoke") return <BulkRevoke {...form} />;
  return <Rotation {...form} isExtending={action === "extend"} />;
}

/** An expiry changes only with a new secret, so extending is rotating with a new expiry. */
function Rotation({ keys, start, onClose, isExtending }: BulkFormProps & { isExtending: boolean }) {
  const client = useTRPCClient();
  const hasExpired = keys.some(({ status }) => status === "expired");
  const { form, submit } = useRotationForm(keys, { isExtended: hasExpired || isExtending });
  const newExpiry = form.watch("validUntil");
  const verb = isExtending ? t.extend : t.rotate;
  const send = submit(({ overlapHours, validUntil }) =>
    start(keys, async ({ id, revision }) => {
      const input = {
        serviceAccountId: id,
        overlapHours,
        ...(validUntil !== null && { validUntil }),
        expectedRevision: revision,
      };
      const { serviceAccount, secret } = await client.serviceAccounts.rotate.mutate(input);
      return { text: describeOverlap(serviceAccount), secret };
    }),
  );
  return (
    <FormDialog
      title={`${verb} ${countKeys(keys.length)}`}
      description={t.description(isExtending)}
      action={`${verb} ${countKeys(keys.length)}`}
      busy={form.formState.isSubmitting}
      onSubmit={send}
      onClose={onClose}
    >
      <ScrollingKeys
        rows={keys.map((key) => ({ key, note: newExpiry && <NewDate from={key.expiresAt} to={newExpiry} /> }))}
      />
      <NewExpiry control={form.control} keys={keys} isRequired={hasExpired || isExtending} />
      <OverlapField control={form.control} hasTwo={keys.some(({ secrets }) => secrets.length > 1)} />
    </FormDialog>
  );
}

const formatDay = (instant: string) => formatTime(instant, { year: "numeric", month: "short", day: "numeric" });

function NewDate({ from, to }: { from: string; to: string }) {
  return <span className="block text-muted">{t.fromTo(formatDay(from), formatDay(to))}</span>;
}

function Reassignment({ keys, start, onClose }: BulkFormProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { data } = useQuery(trpc.keys.listAttorneys.queryOptions({}));
  const { require, fault, field } = useAttorneyChoice();
  const send = () => {
    const chosen = require();
    const attorney = data?.attorneys.find(({ memberId }) => memberId === chosen);
    if (attorney === undefined) return;
    const { memberId } = attorney;
    void start(keys, async ({ id, revision }) => {
      await client.serviceAccounts.update.mutate({
        serviceAccountId: id,
        actingAttorneyId: memberId,
        expectedRevision: revision,
      });
      return { text: t.actsFor(nameMember(attorney)) };
    });
  };
  return (
    <FormDialog
      title={t.replaceActingAttorneyOf(countKeys(keys.length))}
      description={t.attorneyDescription}
      action={t.replaceActingAttorney}
      busy={false}
      faults={fault === undefined ? {} : { fault }}
      onSubmit={send}
      onClose={onClose}
    >
      {field}
      <ScrollingKeys
        rows={keys.map((key) => ({ key, note: <span className="text-muted">{` · ${describeAttorney(key)}`}</span> }))}
      />
    </FormDialog>
  );
}

function describeAttorney({ actingAttorney }: Key): string {
  if (actingAttorney === null) return t.noActingAttorney;
  return `${nameMember(actingAttorney)}${actingAttorney.status === "active" ? "" : t.deactivated}`;
}
